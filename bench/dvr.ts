import { type Outcome, inPairs } from './pairs.ts';
import { cpuForEach, PlaylistServer, whileProbing } from './probed.ts';

const count = 200;

/** What probing playlists of 4 hours costs, beside the same streams with a live window. */
export async function benchDvr(root: string): Promise<Outcome> {
  const server = await PlaylistServer.start(root);
  const probing = (segments: number): Promise<number> =>
    whileProbing(server, { count, segments }, () => cpuForEach(20));
  try {
    const taken = await inPairs(
      3,
      () => probing(3_600),
      () => probing(6),
    );
    return {
      what: `CPU of probing ${count} DVR playlists of 3,600 segments, fetched and parsed`,
      against: 'live windows of 6',
      reach: 3,
      unit: 'µs a playlist',
      ...taken,
    };
  } finally {
    await server.stop();
  }
}
