import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../clock.ts';
import { DemoService } from '../../demo/service.ts';
import type { StreamFacts } from '../facts.ts';
import { Prober } from './prober.ts';

const mediaDir = resolve(import.meta.dirname, '../../../../resources/demo');
const id = 'live_morning_show';
const waiting = { timeout: 10_000, interval: 50 };

let demo: DemoService;
let prober: Prober;

const facts = (): StreamFacts => {
  const known = prober.factsOf(id);
  if (known === null) throw new Error('not asked yet');
  return known;
};

beforeEach(async () => {
  demo = await DemoService.start({ mediaDir, fast: true });
  prober = new Prober({
    fetch,
    clock: systemClock,
    pageOrigin: 'tally://app',
    changed: () => undefined,
  });
  const folder = `${demo.address}/media/live/${id}`;
  prober.setTargets([
    { id, hls: `${folder}/master.m3u8`, dash: `${folder}/manifest.mpd`, often: true },
  ]);
});
afterEach(async () => {
  prober.stop();
  await demo.stop();
});

describe('the prober and the demo’s streams', () => {
  it('reads all of a good stream within a few seconds', async () => {
    await vi.waitFor(() => {
      expect(facts().dash).not.toBeNull();
      expect(facts().renditions.flatMap((one) => one.samples)).toHaveLength(1);
      expect(facts().renditions.every((one) => one.playlist !== null)).toBe(true);
    }, waiting);
    const { master, renditions, dash, serverAheadMs, behind } = facts();
    expect(master).toMatchObject({ outcome: 'ok', status: 200, keptOutBy: [] });
    expect(renditions.map(({ variant }) => variant.name)).toEqual(['360p', '240p', '144p', 'Tone']);
    for (const { answered, playlist } of renditions) {
      expect(answered).toMatchObject({ outcome: 'ok', keptOutBy: [] });
      expect(playlist).toMatchObject({ targetSeconds: 1, segments: 10, ended: false, jump: null });
      expect(Math.abs(playlist!.readAt - playlist!.edgeAt!)).toBeLessThan(3_000);
    }
    expect(dash).toMatchObject({ answered: { outcome: 'ok' }, dynamic: true, segmentSeconds: 1 });
    expect(dash?.variants.map(({ name }) => name)).toEqual(['360p', '240p', '144p', 'audio']);
    expect(Math.abs(dash!.answered.at - dash!.edgeAt!)).toBeLessThan(3_000);
    expect(serverAheadMs).toBe(0);
    expect(behind[0]?.seconds).toBeGreaterThan(-1);
    const [sample] = renditions.flatMap((one) => one.samples);
    expect(sample).toMatchObject({ seconds: 1, answered: { outcome: 'ok', keptOutBy: [] } });
    expect(sample?.bytes).toBeGreaterThan(5_000);
    expect(prober.blockedHosts(id)).toEqual([]);
  });

  it('sees a playlist that stops', { timeout: 15_000 }, async () => {
    await vi.waitFor(() => expect(facts().behind.length).toBeGreaterThan(0), waiting);
    const clear = demo.failMedia({ kind: 'frozen' }, { id });
    const reference = () => facts().renditions[2]!.playlist!;
    await vi.waitFor(() => {
      expect(reference().readAt - reference().changedAt).toBeGreaterThan(1_500);
    }, waiting);
    clear();
    await vi.waitFor(() => expect(reference().readAt - reference().changedAt).toBe(0), waiting);
  });

  it('sees pages kept out, and HTML in place of playlists', async () => {
    demo.failMedia({ kind: 'no-cors' }, { id });
    await vi.waitFor(() => {
      expect(prober.blockedHosts(id)).toEqual([new URL(demo.address).host]);
    }, waiting);
    demo.clearFaults();
    demo.failMedia({ kind: 'not-a-playlist' }, { id, part: 'playlist' });
    await vi.waitFor(() => {
      expect(facts().renditions[2]?.answered).toMatchObject({
        outcome: 'not-understood',
        status: 200,
      });
    }, waiting);
  });

  it('sees an encoder leave and come back', async () => {
    await vi.waitFor(() => expect(facts().renditions).toHaveLength(4), waiting);
    demo.stopEncoder(id);
    prober.probeNow(id);
    await vi.waitFor(() => expect(facts().master?.status).toBe(404), waiting);
    demo.startEncoder(id);
    prober.probeNow(id);
    await vi.waitFor(() => {
      expect(facts().master?.outcome).toBe('ok');
      expect(facts().renditions[2]?.answered?.outcome).toBe('ok');
      expect(facts().renditions[2]?.playlist?.jump).not.toBeNull();
    }, waiting);
  });
});
