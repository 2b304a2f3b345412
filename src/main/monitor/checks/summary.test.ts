import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Check, type Verdict, checkNames } from '../../../shared/health.ts';
import { usualThresholds } from '../../../shared/thresholds.ts';
import type { Facts, ServiceFacts } from '../facts.ts';
import {
  madeAnswer,
  madeEntity,
  madeFacts,
  madeNow,
  madePlaylist,
  madePreview,
  madeRendition,
  madeStream,
} from '../testing/made-facts.ts';
import { judge } from './judge.ts';
import { withSince } from './since.ts';
import { healthSummary, lineOf, worstOf } from './summary.ts';

const checksOf = (facts: Facts) => withSince([], judge(facts, usualThresholds), facts.now);

function shown(facts: Facts): { summary: string; line: string; worst: Verdict } {
  const checks = checksOf(facts);
  const { tone, lead, rest } = healthSummary(checks, facts);
  return {
    summary: `${tone}: ${lead}${rest}`,
    line: lineOf(checks, facts),
    worst: worstOf(checks, facts),
  };
}

const stalled = madeStream({
  renditions: [madeRendition({}, { playlist: madePlaylist({ changedAt: madeNow - 15_000 }) })],
});
const brokenRelay = madeEntity({
  relay: [
    { name: 'Partner site', hasKey: true, status: 'enable' },
    { name: 'City, north; channel', hasKey: true, status: 'error' },
  ],
});

const deaf: ServiceFacts = {
  lastGoodAt: madeNow - 300_000,
  tookMs: 140,
  failure: { kind: 'refused', status: 503, message: 'no' },
  isShared: true,
  intervalMs: 5_000,
};

describe('what is worst', () => {
  it.each<[string, Facts, string, string, Verdict]>([
    [
      'is nothing when all is well',
      madeFacts(),
      'ok: All is well: on air, 9.2 s behind live, 3 renditions, sound −23 LUFS.',
      '9.2 s behind',
      'good',
    ],
    [
      'says when nobody looked at the picture',
      madeFacts({ preview: null }),
      'ok: All is well: on air, 4.1 s behind live, 3 renditions; picture and sound not looked at yet.',
      '4.1 s behind',
      'good',
    ],
    [
      'says only what is known to be good',
      madeFacts({
        preview: null,
        stream: madeStream({
          behind: [],
          renditions: [madeRendition({}, { playlist: madePlaylist({ edgeAt: null }) })],
        }),
      }),
      'warn: Ladder: profile “360p” is missing, and 1 other: 1 of 3 found.',
      'profile “360p” is missing',
      'warning',
    ],
    [
      'is what fails, before all that warns',
      madeFacts({ entity: brokenRelay, preview: madePreview({ stallsInLastMinute: 1 }) }),
      'bad: Relays: relay “City, north; channel” is not enabled since TIME; the service says “error”.',
      '1 of 2 relays not enabled',
      'failing',
    ],
    [
      'is what viewers miss most, of all that fails',
      madeFacts({ entity: brokenRelay, stream: stalled }),
      'bad: Playlist: no new segment for 14 s, target 2 s.',
      'no new segment for 14 s',
      'failing',
    ],
    [
      'is the stream’s own on the wall, while the service fails for all',
      madeFacts({ service: deaf }),
      'bad: Service: the service refuses with status 503; last answer 5 min ago.',
      '9.2 s behind',
      'good',
    ],
    [
      'is what viewers miss, though the service fails, too',
      madeFacts({ service: deaf, stream: stalled }),
      'bad: Playlist: no new segment for 14 s, target 2 s.',
      'no new segment for 14 s',
      'failing',
    ],
    [
      'is told with its status first, as a tile may be narrow',
      madeFacts({
        stream: madeStream({ master: madeAnswer({ outcome: 'status', status: 404 }) }),
      }),
      'bad: HLS: the master playlist gives status 404.',
      '404: the master playlist',
      'failing',
    ],
    [
      'says of relays what the service leaves out',
      madeFacts({ entity: madeEntity({ relay: [{ name: 'City', hasKey: true }] }) }),
      'warn: Relays: the service gives no status of 1 of 1 relay.',
      'no status of 1 of 1 relays',
      'warning',
    ],
    [
      'is what warns, when nothing fails',
      madeFacts({ preview: madePreview({ stallsInLastMinute: 1 }) }),
      'warn: Playing here: 1 stall in the last minute.',
      '1 stall in the last minute',
      'warning',
    ],
    [
      'isn’t known while not on air, though the service answers',
      madeFacts({ entity: madeEntity({ status: 'ready' }), stream: null }),
      'unknown: Not on air: the service says “ready”.',
      'not on air',
      'unknown',
    ],
    [
      'isn’t known without a network',
      madeFacts({ offline: true }),
      'unknown: Offline: this computer has no network.',
      'this computer has no network',
      'unknown',
    ],
    [
      'isn’t known before the first answer',
      madeFacts({ entity: null, stream: null }),
      'unknown: Waiting for the first answer of the service.',
      'not answered yet',
      'unknown',
    ],
    [
      'isn’t known before the stream was asked',
      madeFacts({ stream: null, preview: null }),
      'unknown: Not judged yet: on air; the stream hasn’t been asked yet.',
      'not judged yet',
      'unknown',
    ],
  ])('%s', (_title, facts, summary, line, worst) => {
    const told = shown(facts);
    expect({ ...told, summary: told.summary.replace(/\d{2}:\d{2}:\d{2}/, 'TIME') }).toEqual({
      summary,
      line,
      worst,
    });
  });

  it('isn’t known before anything was judged', () => {
    expect(worstOf([], madeFacts())).toBe('unknown');
    expect(healthSummary([], madeFacts()).tone).toBe('unknown');
    expect(lineOf([], madeFacts())).toBe('not judged yet');
  });

  it('fits in 140 characters and a line in 40, whatever anything is called', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 500 }),
      fc.constant('“'.repeat(500)),
      fc.constant('🎬, '.repeat(170)),
    );
    const verdict = fc.constantFrom<Verdict>('good', 'warning', 'failing', 'unknown');
    const figure = fc.constantFrom('', '4.1 s', '1 of 2');
    const judged = fc.tuple(...checkNames.map(() => fc.tuple(verdict, name, figure)));
    fc.assert(
      fc.property(judged, name, name, (verdicts, status, relay) => {
        const checks = checkNames.map((name, index): Check => {
          const [verdict, reason, figure] = verdicts[index] ?? ['unknown', '', ''];
          return { name, verdict, reason, figure, since: 0 };
        });
        const facts = madeFacts({
          entity: madeEntity({ status, relay: [{ name: relay, hasKey: false, status }] }),
        });
        for (const these of [checks, checksOf(facts)]) {
          const { lead, rest } = healthSummary(these, facts);
          expect(lead).not.toBe('');
          expect(`${lead}${rest}`.length).toBeLessThanOrEqual(140);
          const line = lineOf(these, facts);
          expect(line.length).toBeLessThanOrEqual(40);
        }
      }),
    );
  });
});
