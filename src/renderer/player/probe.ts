import type { Trouble } from './preview-state.ts';

/** What a stream's address answers with just now. */
export type Probe =
  | { readonly kind: 'live' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'trouble'; readonly trouble: Trouble };

export interface ProbeOptions {
  readonly fetch: typeof fetch;
  readonly isOnline: () => boolean;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * Reads a playlist, and the first media playlist that it names, as a viewer's browser
 * would. Rejects only when `signal` aborts.
 */
export async function probePlaylist(url: string, options: ProbeOptions): Promise<Probe> {
  const first = await read(url, options);
  if ('trouble' in first) return { kind: 'trouble', trouble: first.trouble };
  const variant = firstVariant(first.text, first.url);
  if (variant === null) return mediaProbe(first.text);
  const second = await read(variant, options);
  return 'trouble' in second
    ? { kind: 'trouble', trouble: second.trouble }
    : mediaProbe(second.text);
}

function mediaProbe(text: string): Probe {
  if (/^#EXT-X-ENDLIST/m.test(text)) return { kind: 'ended' };
  return /^#EXTINF:/m.test(text) ? { kind: 'live' } : { kind: 'empty' };
}

/** The address of the first variant of a multivariant playlist; null in a media playlist. */
function firstVariant(text: string, base: string): string | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const tag = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF:'));
  if (tag === -1) return null;
  const uri = lines.slice(tag + 1).find((line) => line !== '' && !line.startsWith('#'));
  return uri === undefined ? null : (URL.parse(uri, base)?.href ?? null);
}

type Reading = { readonly text: string; readonly url: string } | { readonly trouble: Trouble };

async function read(url: string, options: ProbeOptions): Promise<Reading> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 8000);
  const signal = AbortSignal.any([options.signal, timeout]);
  try {
    const response = await options.fetch(url, { signal, cache: 'no-store', credentials: 'omit' });
    if (!response.ok) {
      await response.body?.cancel();
      return { trouble: { kind: 'status', status: response.status } };
    }
    const text = await response.text();
    return text.trimStart().startsWith('#EXTM3U')
      ? { text, url: response.url || url }
      : { trouble: { kind: 'not-a-playlist' } };
  } catch {
    options.signal.throwIfAborted();
    if (timeout.aborted) return { trouble: { kind: 'silent' } };
    return { trouble: await reasonOf(url, options) };
  }
}

/** A browser hides why a request failed; one without CORS that succeeds gives CORS away. */
async function reasonOf(url: string, options: ProbeOptions): Promise<Trouble> {
  if (!options.isOnline()) return { kind: 'offline' };
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs ?? 8000)]);
  try {
    await options.fetch(url, { signal, mode: 'no-cors', cache: 'no-store', credentials: 'omit' });
    return { kind: 'cors' };
  } catch {
    options.signal.throwIfAborted();
    return { kind: 'unreachable' };
  }
}

/** The address as it can be fetched, or null when it is no web address. */
export function playbackAddress(text: string): string | null {
  const url = URL.parse(text.trim());
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.href : null;
}
