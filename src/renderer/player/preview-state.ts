import type { Sentence } from '../../shared/sentences.ts';

/** What keeps a stream from being shown. */
export type Trouble =
  | { readonly kind: 'not-an-address'; readonly address: string }
  | { readonly kind: 'offline' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'cors' }
  | { readonly kind: 'not-a-playlist' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'undecodable'; readonly codec: string | null }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'player' };

/** The next try: its number, and in how many whole seconds; 0 is now. */
export interface Retry {
  readonly attempt: number;
  readonly inSeconds: number;
}

/** What a stall waits for: new segments from the encoder, their download, or the player. */
export type StallCause = 'encoder' | 'network' | 'player';

export type PreviewState =
  | { readonly kind: 'off' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'playing'; readonly soundOnly: boolean }
  | { readonly kind: 'paused' }
  | { readonly kind: 'stalled'; readonly seconds: number; readonly cause: StallCause }
  | { readonly kind: 'ended' }
  /** `retry` is null when only another address can help. */
  | { readonly kind: 'trouble'; readonly trouble: Trouble; readonly retry: Retry | null };

/** The state in words: what is seen, and what happens next. */
export function previewSentence(state: PreviewState): Sentence {
  switch (state.kind) {
    case 'off':
      return {
        what: 'Off: there is no playback address yet.',
        next: 'The preview starts by itself when the service gives one.',
      };
    case 'loading':
      return { what: 'Loading the stream…', next: '' };
    case 'waiting':
      return {
        what: 'Waiting for the first segment.',
        next: 'The playlist is there, but it holds no media yet.',
      };
    case 'playing':
      return state.soundOnly
        ? {
            what: 'Playing: sound only.',
            next: 'No picture that can be shown here was found in the stream.',
          }
        : { what: 'Playing.', next: '' };
    case 'paused':
      return { what: 'Paused.', next: 'Play continues at the live edge.' };
    case 'stalled':
      return { what: `Stalled for ${state.seconds} s.`, next: stallReasons[state.cause] };
    case 'ended':
      return {
        what: 'Ended: the playlist says that no more will follow.',
        next: 'The preview starts by itself when the stream comes back.',
      };
    case 'trouble': {
      const { what, next } = troubleSentence(state.trouble);
      const retry = state.retry === null ? '' : retrySentence(state.retry);
      return { what, next: [next, retry].filter((part) => part !== '').join(' ') };
    }
  }
}

const stallReasons: Record<StallCause, string> = {
  encoder: 'No new segments are being published: waiting for the encoder.',
  network: 'New media are not arriving: the network or the server is slow.',
  player: 'The media is here but does not play; Tally frees the player by itself.',
};

function retrySentence({ attempt, inSeconds }: Retry): string {
  return inSeconds > 0
    ? `Reconnecting in ${inSeconds} s (attempt ${attempt}).`
    : `Reconnecting (attempt ${attempt})…`;
}

function troubleSentence(trouble: Trouble): Sentence {
  switch (trouble.kind) {
    case 'not-an-address':
      return {
        what: 'The playback address is not a web address.',
        next: `It reads “${shortened(trouble.address)}”.`,
      };
    case 'offline':
      return { what: 'This computer is offline.', next: '' };
    case 'unreachable':
      return { what: 'The stream can’t be reached.', next: '' };
    case 'silent':
      return { what: 'The stream’s server doesn’t answer in time.', next: '' };
    case 'status':
      return statusSentence(trouble.status);
    case 'cors':
      return {
        what: 'Blocked by the origin’s CORS.',
        next: 'The server answers, but doesn’t allow web pages to read the stream: a viewer in a browser sees no picture either; apps and set-top boxes may play it.',
      };
    case 'not-a-playlist':
      return { what: 'The playback address answers, but not with an HLS playlist.', next: '' };
    case 'interrupted':
      return { what: 'The stream was interrupted.', next: '' };
    case 'undecodable':
      return {
        what: `Can’t be decoded here: ${trouble.codec ?? 'the codec is unknown'}.`,
        next: 'This computer has no decoder for it; other viewers may have one.',
      };
    case 'damaged':
      return { what: 'Can’t be decoded here: the media are damaged.', next: '' };
    case 'player':
      return { what: 'The player can’t be started here.', next: '' };
  }
}

function statusSentence(status: number): Sentence {
  if (status === 404 || status === 410)
    return { what: `The stream was not found (${status}).`, next: '' };
  if (status === 401 || status === 403)
    return { what: `The origin refuses to give the stream (${status}).`, next: '' };
  return { what: `The origin answers with an error (${status}).`, next: '' };
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** The state for a screen reader: says no counting seconds, so that it is read only once. */
export function announcement(state: PreviewState): string {
  if (state.kind === 'stalled') return 'Preview: stalled.';
  if (state.kind === 'trouble') return `Preview: ${troubleSentence(state.trouble).what}`;
  return `Preview: ${previewSentence(state).what}`;
}
