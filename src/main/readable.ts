import { type Result, fail, ok } from '../shared/failure.ts';
import type { LiveReading } from './service/reader.ts';

/** The key of the relay at an index, or the stream key for null. */
export function keyIn({ secrets }: LiveReading, relay: number | null): Result<string> {
  const key = relay === null ? secrets.streamKey : secrets.relayKeys[relay];
  return key === undefined
    ? fail({
        kind: 'invalid',
        message: 'The service gave no such key.',
        next: 'Refresh, then try again.',
      })
    : ok(key);
}

/** An address that a live entity came with; undefined when it came without. */
export const addressIn = (
  { entity: { ingest, playback } }: LiveReading,
  which: 'ingest-address' | 'hls' | 'dash',
): string | undefined =>
  ({ 'ingest-address': ingest?.url, hls: playback?.hls, dash: playback?.dash })[which];
