import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkNames } from '../../../shared/health.ts';
import { usualThresholds } from '../../../shared/thresholds.ts';
import type { Facts, PlaylistFacts, StreamFacts } from '../facts.ts';
import {
  madeAnswer,
  madeDash,
  madeEntity,
  madeFacts,
  madeNow,
  madePlaylist,
  madePreview,
  madeRendition,
  madeSample,
  madeStream,
} from '../testing/made-facts.ts';
import { judge } from './judge.ts';

const verdictsOf = (facts: Facts) =>
  judge(facts, usualThresholds).map(({ name, verdict }) => `${name} ${verdict}`);
const all = (verdict: string, except: Record<string, string> = {}) =>
  checkNames.map((name) => `${name} ${except[name] ?? verdict}`);

describe('judging', () => {
  it('gives every check in order, each good when all is well', () => {
    expect(verdictsOf(madeFacts())).toEqual(all('good'));
  });

  it('says nothing that can’t be seen, whatever others named', () => {
    const status = 'broken\u001b[31m\u202e\u0000\ud800';
    const entity = madeEntity({ relay: [{ name: 'City\u2067', hasKey: true, status }] });
    const reasons = judge(madeFacts({ entity }), usualThresholds).map(({ reason }) => reason);
    expect(reasons.join('\n')).toContain('“broken [31m');
    expect(reasons.filter((one) => /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(one))).toEqual(
      [],
    );
  });

  it('knows nothing without a network', () => {
    const service = { lastGoodAt: 0, tookMs: 1, failure: null, isShared: false, intervalMs: 5_000 };
    expect(verdictsOf(madeFacts({ offline: true, service }))).toEqual(all('unknown'));
  });

  it('accuses nothing of a stream that isn’t on air', () => {
    const gone = madeAnswer({ outcome: 'status', status: 404 });
    const facts = madeFacts({
      entity: madeEntity({ status: 'ready' }),
      stream: madeStream({ master: gone, renditions: [], dash: madeDash({ answered: gone }) }),
      preview: null,
    });
    expect(verdictsOf(facts)).toEqual(all('unknown', { service: 'good' }));
  });

  it('knows only the service before anything was asked', () => {
    const facts = madeFacts({ stream: null, preview: null });
    expect(verdictsOf(facts)).toEqual(all('unknown', { service: 'good', relays: 'good' }));
  });

  it('tells no more than a host of any address, in at most 200 characters, and the same each time', () => {
    const ms = fc.integer({ min: 0, max: 200_000 });
    const outcome = fc.constantFrom('ok', 'status', 'unreachable', 'not-understood' as const);
    const figure = fc.option(fc.double({ min: 0, max: 1e7, noNaN: true }), { nil: null });
    const made = fc.record({
      readAgo: ms,
      changedAgo: ms,
      status: fc.constantFrom('broadcasting', 'ready', 'x'.repeat(500)),
      outcome,
      keptOut: fc.option(fc.boolean(), { nil: null }),
      ended: fc.boolean(),
      segments: fc.integer({ min: 0, max: 6 }),
      target: fc.constantFrom(0, 1, 2, 6, 10),
      figure,
      long: fc.string({ minLength: 300, maxLength: 500 }),
      offline: fc.boolean(),
    });
    fc.assert(
      fc.property(made, (one) => {
        const facts = factsOf(one);
        const judged = judge(facts, usualThresholds);
        expect(judge(facts, usualThresholds)).toEqual(judged);
        expect(judged.map(({ name }) => name)).toEqual(checkNames);
        for (const { reason, figure: told } of judged) {
          expect(reason).toMatch(/\S/);
          expect(reason.length).toBeLessThanOrEqual(200);
          expect(reason + told).not.toMatch(/secret|https?:\/\/|NaN|Infinity|undefined|null/);
        }
      }),
    );
  });
});

interface Made {
  readonly readAgo: number;
  readonly changedAgo: number;
  readonly status: string;
  readonly outcome: 'ok' | 'status' | 'unreachable' | 'not-understood';
  /** By a redirect, or by the answer itself. */
  readonly keptOut: boolean | null;
  readonly ended: boolean;
  readonly segments: number;
  readonly target: number;
  readonly figure: number | null;
  readonly long: string;
  readonly offline: boolean;
}

function factsOf(one: Made): Facts {
  const { outcome, keptOut, figure, long } = one;
  const url = 'http://cdn.example.com/secret/a.m3u8?token=secret';
  const keptOutBy = keptOut === null ? null : [{ url, redirects: keptOut }];
  const answered = madeAnswer({ url, outcome, keptOutBy, contentType: 'text/plain' });
  const playlist: Partial<PlaylistFacts> = {
    readAt: madeNow - one.readAgo,
    changedAt: madeNow - one.readAgo - one.changedAgo,
    ended: one.ended,
    segments: one.segments,
    targetSeconds: one.target,
    newestUrl: url,
    longestSeconds: figure,
    edgeAt: figure === null ? null : madeNow - figure,
  };
  const stream: Partial<StreamFacts> = {
    master: answered,
    renditions: [
      madeRendition(
        { name: figure === null ? '' : 'Main', url, bandwidth: figure, frameRate: figure },
        { answered, playlist: madePlaylist(playlist), samples: [madeSample(figure ?? 0, { url })] },
      ),
      madeRendition(
        { width: null, height: null, codecs: [long] },
        { answered: null, playlist: null },
      ),
    ],
    behind: [],
    dash: madeDash({ answered, edgeAt: figure }),
  };
  return madeFacts({
    offline: one.offline,
    entity: madeEntity({
      status: one.status,
      relay: [{ name: long, hasKey: true, status: long, url }],
    }),
    stream: madeStream(stream),
    preview: madePreview({ behindSeconds: figure, framesPerSecond: figure, stallsInLastMinute: 1 }),
  });
}
