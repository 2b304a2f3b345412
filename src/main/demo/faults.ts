/** The four operations of the service interface (section 4). */
export type Operation = 'retrieve-live' | 'update-live' | 'update-video' | 'remove-profiles';

/** What can be fetched of a stream. */
export type MediaPart = 'master' | 'playlist' | 'manifest' | 'segment';

/**
 * A misbehaviour of the API. The operation takes effect all the same, but for
 * `answer` and `reset`, where `takesEffect` says so.
 */
export type ApiFault =
  | { readonly kind: 'late'; readonly ms: number }
  /** Takes the request and never answers. */
  | { readonly kind: 'silent' }
  /** An object is sent as JSON; a string as it is, as HTML unless `contentType` says otherwise. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: unknown;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly takesEffect?: boolean;
    }
  /** 429; the wait in seconds, or until a date, or unsaid. */
  | { readonly kind: 'throttled'; readonly retryAfter?: number | Date }
  | { readonly kind: 'empty' }
  /** A complete answer that holds only half of the JSON. */
  | { readonly kind: 'truncated' }
  /** Half of the bytes that were announced, then a reset. */
  | { readonly kind: 'cut-off' }
  /** 50 MB of JSON unless said otherwise. */
  | { readonly kind: 'huge'; readonly bytes?: number }
  /** A body that begins and never ends. */
  | { readonly kind: 'endless' }
  | { readonly kind: 'reset'; readonly takesEffect?: boolean }
  /** The true answer, changed: other types, nulls, unknown fields, no object at all. */
  | {
      readonly kind: 'reshape';
      readonly reshape: (body: Readonly<Record<string, unknown>>) => unknown;
    };

/**
 * A misbehaviour of the streams. `frozen` and `ended` last until they are cleared. From
 * `black`, `still` and `silent` on, segments hold something else and keep their times.
 */
export type MediaFault =
  | { readonly kind: 'late'; readonly ms: number }
  /** No new segments. */
  | { readonly kind: 'frozen' }
  /** No new segments, and the playlists say that none will follow. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'answer'; readonly status: number }
  | { readonly kind: 'no-cors' }
  /** HTML in place of playlists and manifests. */
  | { readonly kind: 'not-a-playlist' }
  | { readonly kind: 'reset' }
  /** In the master playlist and the manifest; a codec that no browser decodes unless given. */
  | { readonly kind: 'codec'; readonly codec?: string }
  | { readonly kind: 'black' }
  /** The same picture again and again. */
  | { readonly kind: 'still' }
  | { readonly kind: 'silent' }
  /** A rendition that was never made, though the preset has its profile; `240p` unless named. */
  | { readonly kind: 'missing-rendition'; readonly name?: string };

interface Scope {
  /** Only for this entity. */
  readonly id?: string;
  /** Only for the next N requests that it would apply to. */
  readonly times?: number;
}

export interface ApiScope extends Scope {
  readonly operation?: Operation;
}

export interface MediaScope extends Scope {
  readonly part?: MediaPart;
}

/** Ends a fault; harmless when it is over already. */
export type ClearFault = () => void;

interface Entry<Fault> {
  readonly fault: Fault;
  readonly id: string | undefined;
  readonly target: string | undefined;
  readonly since: number;
  left: number;
}

const combining = new Set([
  ...['late', 'frozen', 'ended'],
  ...['black', 'still', 'silent', 'missing-rendition'],
]);
const lasting = new Set(['frozen', 'ended']);

/** The faults in force. Of those that answer in place of the service, the oldest goes first. */
export class Faults<Fault extends { readonly kind: string }> {
  #entries: Entry<Fault>[] = [];

  /** `target` is an operation or a part of the media; `now` in milliseconds since 1970. */
  add(fault: Fault, scope: Scope & { readonly target?: string }, now: number): ClearFault {
    const times = lasting.has(fault.kind) ? Infinity : (scope.times ?? Infinity);
    const entry = { fault, id: scope.id, target: scope.target, since: now, left: times };
    this.#entries.push(entry);
    return () => {
      this.#entries = this.#entries.filter((other) => other !== entry);
    };
  }

  clear(): void {
    this.#entries = [];
  }

  /**
   * The faults for one request, which count it: all that combine, such as delays,
   * and the oldest of the others. `concerns` says which the request can show.
   */
  take(
    id: string | null,
    target: string | null,
    concerns: (fault: Fault) => boolean = () => true,
  ): readonly { readonly fault: Fault; readonly since: number }[] {
    let answered = false;
    const taken = this.#entries.filter((entry) => {
      const meant =
        (entry.id === undefined || entry.id === id) &&
        (entry.target === undefined || entry.target === target) &&
        concerns(entry.fault);
      if (!meant) return false;
      if (combining.has(entry.fault.kind)) return true;
      if (answered) return false;
      answered = true;
      return true;
    });
    for (const entry of taken) entry.left -= 1;
    this.#entries = this.#entries.filter(({ left }) => left > 0);
    return taken;
  }
}
