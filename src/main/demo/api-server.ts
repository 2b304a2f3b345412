import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, refusal } from './answer.ts';
import { perform, type Route, routeOf, unauthorised } from './api.ts';
import { reset, sendAnswer, sendSpoilt, stillThereAfter } from './delivery.ts';
import type { Entities } from './entities.ts';
import type { ApiFault, Faults } from './faults.ts';

/** Answers the requests of sections 4 to 8, as the faults in force let it. */
export class ApiServer {
  readonly #token: string;
  readonly #entities: Entities;
  readonly #faults: Faults<ApiFault>;
  readonly #now: () => number;

  constructor(token: string, entities: Entities, faults: Faults<ApiFault>, now: () => number) {
    this.#token = token;
    this.#entities = entities;
    this.#faults = faults;
    this.#now = now;
  }

  /** `body` is null when it was too large to be read. */
  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    body: string | null,
  ): Promise<void> {
    const route = routeOf(request.method ?? '', request.url ?? '/');
    const [id, operation] = 'refused' in route ? [null, null] : [route.id, route.operation];
    const faults = this.#faults.take(id, operation).map(({ fault }) => fault);
    const spoiling = faults.find((fault) => fault.kind !== 'late');
    if (spoiling?.kind === 'reset' && spoiling.takesEffect !== true) {
      reset(response);
      return;
    }
    const isHeldBack = spoiling?.kind === 'answer' && spoiling.takesEffect !== true;
    const answer = isHeldBack
      ? { status: spoiling.status, body: {} }
      : this.#answer(route, request.headers.authorization, body);
    for (const fault of faults) {
      if (fault.kind === 'late' && !(await stillThereAfter(response, fault.ms))) return;
    }
    if (spoiling === undefined) sendAnswer(response, answer);
    else sendSpoilt(response, spoiling, answer);
  }

  #answer(route: Route, authorization: string | undefined, body: string | null): Answer {
    const refused = unauthorised(authorization, this.#token);
    if (refused !== null) return refused;
    if ('refused' in route) return route.refused;
    if (body === null) return refusal(400, 'The request body is too large.');
    return perform(route, body, this.#entities, this.#now());
  }
}
