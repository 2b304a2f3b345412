import { expect, test } from 'vitest';
import type { LibraryRow } from '../../shared/contract.ts';
import type { StreamRow } from '../../shared/health.ts';
import { judgedStanding, liveStanding, relayStanding, rowStanding } from './status.ts';

const row: LibraryRow = {
  kind: 'live',
  id: 'a',
  name: '',
  status: 'broadcasting',
  relayTrouble: false,
  state: 'known',
  readAt: 1,
};

test.each([
  [row, 'air', 'on air'],
  [{ ...row, relayTrouble: true }, 'warn', 'on air'],
  [{ ...row, relayTrouble: true, status: 'ready' }, 'idle', 'ready'],
  [{ ...row, status: 'init' }, 'pending', 'being set up'],
  [{ ...row, status: 'degraded' }, 'neutral', 'degraded'],
  [{ ...row, status: '' }, 'unknown', 'status not given'],
  [{ ...row, status: null }, 'unknown', 'read before'],
  [{ ...row, state: 'never-read' as const }, 'unknown', 'never read'],
  [{ ...row, kind: 'preset' as const, status: null }, 'unknown', 'known'],
  [{ ...row, kind: 'video' as const, state: 'never-read' as const }, 'unknown', 'not known yet'],
  [{ ...row, state: 'not-found' as const }, 'bad', 'not found'],
  [{ ...row, kind: 'video' as const, status: 'queue' }, 'neutral', 'queue'],
])('ends the row of %o with its state', (given, tone, word) => {
  expect(rowStanding(given)).toMatchObject({ tone, word });
});

test('shows a status never seen before as it is, in neutral', () => {
  expect(liveStanding('constructor')).toEqual({ tone: 'neutral', word: 'constructor' });
  expect(relayStanding('Enabled?')).toEqual({ tone: 'neutral', word: 'Enabled?' });
  expect(relayStanding('enable')).toEqual({ tone: 'ok', word: 'enabled' });
});

const stream: StreamRow = {
  id: 'a',
  onAir: true,
  verdict: 'good',
  line: 'no new segment for 14 s',
  hls: null,
  soundOnly: false,
  alarms: 0,
};
const lost = { ...row, state: 'not-found' as const };

test.each([
  [row, null, { tone: 'air', word: 'on air' }],
  [row, stream, { tone: 'ok', word: 'on air', more: 'all is good' }],
  [row, { ...stream, verdict: 'unknown' as const }, { tone: 'air', word: 'on air' }],
  [
    row,
    { ...stream, verdict: 'warning' as const },
    { tone: 'warn', word: 'on air', more: 'to check: no new segment for 14 s' },
  ],
  [
    row,
    { ...stream, verdict: 'failing' as const },
    { tone: 'bad', word: 'on air', more: 'failing: no new segment for 14 s' },
  ],
  [{ ...row, status: 'ready' }, stream, { tone: 'idle', word: 'ready' }],
  [lost, { ...stream, verdict: 'failing' as const }, { tone: 'bad', word: 'not found' }],
])('gives the row of %o on air the verdict of its stream', (given, judged, standing) => {
  expect(judgedStanding(rowStanding(given), judged)).toEqual(standing);
});
