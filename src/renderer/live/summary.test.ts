import { expect, test } from 'vitest';
import type { LiveView } from '../../shared/contract.ts';
import type { LiveEntity, Relay } from '../../shared/entities.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Check, Health, Summary } from '../../shared/health.ts';
import type { PreviewState } from '../player/preview-state.ts';
import { headline, isStale, summaryOf } from './summary.ts';

const now = 1_000_000;

const relay = (name: string, status?: string): Relay => ({
  name,
  hasKey: true,
  ...(status === undefined ? {} : { status }),
});

const onAir: LiveEntity = {
  id: 'a',
  status: 'broadcasting',
  relay: [relay('Partner site', 'enable'), relay('City channel', 'enable')],
};

const view = (change: Partial<LiveView> = {}): LiveView => ({
  kind: 'live',
  id: 'a',
  state: 'known',
  entity: onAir,
  remarks: [],
  readAt: now - 1_000,
  tookMs: 20,
  trouble: null,
  nextReadAt: null,
  intervalMs: 5_000,
  ...change,
});

const failing = (failure: Failure, change: Partial<LiveView> = {}): LiveView =>
  view({ trouble: { failure, at: now }, ...change });

const told = (shown: LiveView | null, offline = false): string => {
  const { tone, lead, rest } = summaryOf(shown, now, offline);
  return `${tone} | ${lead}${rest}`;
};

const withEntity = (entity: LiveEntity): LiveView => view({ entity });

const unreachable: Failure = { kind: 'unreachable', detail: 'connection refused' };
const refused401: Failure = { kind: 'not-authorised', message: 'Who are you?' };

test.each<[PreviewState, string]>([
  [{ kind: 'playing', soundOnly: false }, 'ok | All is well'],
  [{ kind: 'loading' }, 'ok | All is well'],
  [{ kind: 'paused' }, 'ok | All is well'],
  [{ kind: 'stalled', seconds: 7, cause: 'encoder' }, 'bad | Picture stands still'],
  [{ kind: 'ended' }, 'bad | Ended'],
  [
    { kind: 'trouble', trouble: { kind: 'status', status: 404 }, retry: null },
    'bad | No picture: ',
  ],
  [{ kind: 'trouble', trouble: { kind: 'cors' }, retry: null }, 'bad | No picture: '],
  [{ kind: 'off' }, 'warn | No picture'],
  [{ kind: 'waiting' }, 'warn | No picture yet'],
])('puts a preview that shows %o before the relays', (preview, expected) => {
  const { tone, lead, rest } = summaryOf(view(), now, false, preview);
  expect(`${tone} | ${lead}${rest}`).toContain(expected);
  expect(lead.length + rest.length).toBeLessThanOrEqual(140);
});

const health = (summary: Summary, more: Partial<Health> = {}): Health => ({
  connectionId: 'c',
  id: 'a',
  judgedAt: now,
  checks: [],
  summary,
  blockedHosts: [],
  allowedHosts: [],
  ...more,
});

const good: Summary = { tone: 'ok', lead: 'All is well', rest: ': 6.2 s behind live.' };
const toCheck: Summary = { tone: 'warn', lead: 'Needs a look', rest: ': relay “City” is off.' };
const fails: Summary = { tone: 'bad', lead: 'No sound', rest: ' for 12 s.' };
const nothing: Summary = { tone: 'unknown', lead: 'Unknown', rest: ': nothing was judged yet.' };

const playing: PreviewState = { kind: 'playing', soundOnly: false };
const ended: PreviewState = { kind: 'ended' };
const waiting: PreviewState = { kind: 'waiting' };

test.each<[string, Health, PreviewState, string]>([
  ['all is judged good', health(good), playing, 'ok | All is well: 6.2 s behind live.'],
  ['something is to be checked', health(toCheck), playing, 'warn | Needs a look'],
  ['both have trouble of one weight', health(fails), ended, 'bad | No sound for 12 s.'],
  ['both are to be checked', health(toCheck), waiting, 'warn | Needs a look'],
  ['only the preview fails', health(toCheck), ended, 'bad | Ended'],
  ['nothing was judged yet', health(nothing), playing, 'ok | All is well as far as Tally can see'],
  ['nothing was judged yet and there is no picture', health(nothing), ended, 'bad | Ended'],
  [
    'what was judged is old',
    health(fails, { judgedAt: now - 15_001 }),
    playing,
    'ok | All is well as far as Tally can see',
  ],
])('takes the worse of what was judged and what is seen here when %s', (_, judged, seen, text) => {
  const { tone, lead, rest } = summaryOf(view(), now, false, seen, judged);
  expect(`${tone} | ${lead}${rest}`).toContain(text);
});

test('what is played though the service says ready is more than that it is ready', () => {
  const ready = withEntity({ status: 'ready' });
  const lead = (checks: readonly Check[]): string =>
    summaryOf(ready, now, false, playing, health(fails, { checks })).lead;
  const onAir: Check = { name: 'on-air', verdict: 'failing', reason: '', figure: '', since: now };
  expect(lead([onAir])).toBe('No sound');
  expect(lead([{ ...onAir, verdict: 'warning' }])).toBe('No sound');
  expect(lead([{ ...onAir, verdict: 'unknown' }])).toBe('Not on air');
});

test('what the service says comes before what was judged', () => {
  const { lead } = summaryOf(failing(refused401), now, false, playing, health(good));
  expect(lead).toBe('Not authorised');
});

test.each<[Failure]>([[refused401], [unreachable]])(
  'what viewers lose comes before the service’s %o',
  (failure) => {
    const silent = failing(failure, { readAt: now - 47_000 });
    const lead = (name: Check['name']): string => {
      const check: Check = { name, verdict: 'failing', reason: '', figure: '', since: now };
      return summaryOf(silent, now, false, playing, health(fails, { checks: [check] })).lead;
    };
    expect(lead('picture')).toBe('No sound');
    expect(lead('service')).toMatch(/^No(?:t authorised| answer)/);
    expect(lead('relays')).toMatch(/^No(?:t authorised| answer)/);
  },
);

test('says that what was read is sealed while the keychain is locked', () => {
  const locked = failing({ kind: 'keychain', trouble: 'locked' }, { entity: null, readAt: null });
  expect(told(locked)).toMatch(/^unknown \| Locked: .*sealed/);
});

test.each<[string, LiveView | null, string]>([
  ['nothing is known', null, 'unknown | Opening this live entity.'],
  ['all is well', view(), 'ok | All is well as far as Tally can see: on air, 2 relays enabled.'],
  [
    'there is one relay',
    withEntity({ ...onAir, relay: [relay('P', 'enable')] }),
    'ok | All is well as far as Tally can see: on air, 1 relay enabled.',
  ],
  [
    'there are no relays',
    withEntity({ ...onAir, relay: [] }),
    'ok | All is well as far as Tally can see: on air, no relays.',
  ],
  [
    'the relays are not given',
    withEntity({ status: 'broadcasting' }),
    'ok | All is well as far as Tally can see: on air, relays not given.',
  ],
  [
    'a relay is not enabled',
    withEntity({ ...onAir, relay: [relay('P', 'enable'), relay('City', 'paused')] }),
    'bad | Relays: relay “City” is not enabled; the service says “paused”.',
  ],
  [
    'a relay has neither name nor status, which main doesn’t call failing either',
    withEntity({ ...onAir, relay: [relay('', undefined)] }),
    'warn | Relays: the service gives no status of 1 of 1 relay.',
  ],
  [
    'several relays are not enabled',
    withEntity({ ...onAir, relay: [relay('A', 'x'), relay('B', 'y'), relay('C', 'enable')] }),
    'bad | Relays: 2 of 3 relays are not enabled, “A” first.',
  ],
  [
    'it waits for an encoder, whatever the relays say',
    withEntity({ status: 'ready', relay: [relay('A', 'x')] }),
    'warn | Not on air: ready, waiting for an encoder.',
  ],
  [
    'it is being set up',
    withEntity({ status: 'init' }),
    'warn | Not on air: being set up, which takes up to a minute.',
  ],
  ['the status is missing', withEntity({}), 'warn | Unknown: the service gave no status.'],
  [
    'the status is new',
    withEntity({ status: 'degraded' }),
    'unknown | Status unknown to Tally: the service says “degraded”.',
  ],
  [
    'the service is silent',
    failing(unreachable, { readAt: now - 47_000 }),
    'bad | No answer for 40 s: the service can’t be reached.',
  ],
  [
    'the service never answered',
    failing(unreachable, { state: 'never-read', entity: null, readAt: null }),
    'bad | No answer yet: the service can’t be reached.',
  ],
  [
    'the facts are old without a known reason',
    view({ readAt: now - 15_001 }),
    'bad | No answer for 10 s: the last reading failed.',
  ],
  [
    'the first answer is awaited',
    view({ state: 'never-read', entity: null, readAt: null }),
    'unknown | Waiting for the first answer of the service.',
  ],
  [
    'it is not found, though facts of before are known',
    failing({ kind: 'not-found', message: 'gone' }),
    'bad | Not found: no live entity with this identifier.',
  ],
  [
    'the token is refused, before anything else',
    failing(refused401, { state: 'not-found', readAt: now - 90_000 }),
    'bad | Not authorised: the service refuses the API token.',
  ],
])('says the worst when %s', (_, shown, sentence) => {
  expect(told(shown)).toBe(sentence);
});

test('says how old the facts are when offline', () => {
  expect(told(view({ readAt: now - 190_000 }), true)).toBe(
    'bad | Offline: what is shown is 3 min old.',
  );
  expect(told(view({ entity: null, readAt: null }), true)).toBe(
    'bad | Offline: nothing was read yet.',
  );
});

test('stays within 140 characters with the longest names and statuses', () => {
  const long = '🎥'.repeat(5_000);
  for (const entity of [
    { status: long },
    { status: 'broadcasting', relay: [relay(long, long)] },
    { status: 'broadcasting', relay: Array.from({ length: 99_999 }, () => relay(long, long)) },
  ])
    expect([...told(withEntity(entity))].length).toBeLessThanOrEqual(140);
});

test('calls facts stale only when older than three intervals', () => {
  expect(isStale(view({ readAt: now - 15_000 }), now)).toBe(false);
  expect(isStale(view({ readAt: now - 15_001 }), now)).toBe(true);
  expect(isStale(view({ readAt: null }), now)).toBe(false);
});

test.each([
  ['broadcasting', 'On air'],
  ['ready', 'Ready'],
  ['init', 'Being set up'],
  [undefined, 'Status not given'],
  ['degraded-mode', 'degraded-mode'],
])('heads the page of status %s with %s', (status, word) => {
  expect(headline(status)).toBe(word);
});
