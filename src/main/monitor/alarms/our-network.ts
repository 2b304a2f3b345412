const fewestStreams = 3;
const enoughOfThem = 0.8;
/** Probes and questions to the service come some seconds apart and take some to fail. */
export const togetherMs = 30_000;

/**
 * Whether it is this computer's network that is gone, and not the streams: the service
 * and nearly all of three streams or more stopped answering at about the same time.
 * Each time is since when something can't be reached, null while it answers. A stream
 * that was gone long before says nothing.
 */
export function looksLikeOurNetwork(
  streams: readonly (number | null)[],
  service: number | null,
): boolean {
  if (service === null) return false;
  const telling = streams.filter((since) => since === null || since >= service - togetherMs);
  const gone = telling.filter((since) => since !== null && since <= service + togetherMs);
  return telling.length >= fewestStreams && gone.length >= telling.length * enoughOfThem;
}
