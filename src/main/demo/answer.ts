/** What the service answers: a status and a body that is sent as JSON. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export const success = (body: Answer['body']): Answer => ({ status: 200, body });

/** Section 7 of the service interface: the caller's mistake. */
export const refusal = (status: 400 | 401 | 404, message: string): Answer => ({
  status,
  body: { message, error_type: 'invalid_request_error' },
});

/** Section 7: an unexpected failure on the service's side. */
export const breakdown = (): Answer => ({
  status: 500,
  body: { message: 'Something went wrong on our side.', error_type: 'api_error' },
});
