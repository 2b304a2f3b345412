import type { LiveView } from '../../shared/contract.ts';
import type { Relay } from '../../shared/entities.ts';
import type { Failure } from '../../shared/failure.ts';
import type { CheckName, Health, Summary } from '../../shared/health.ts';
import { type PreviewState, type Trouble, previewSentence } from '../player/preview-state.ts';
import { counted, shortened } from '../ui/text.ts';
import { coarseSpan } from '../ui/time.ts';
import { isFresh } from './checks-shown.ts';
import { isOnAir, liveStanding } from './status.ts';

/** Facts are stale when older than three intervals of reading. */
export const isStale = (
  view: { readonly readAt: number | null; readonly intervalMs: number },
  now: number,
): boolean => view.readAt !== null && now - view.readAt > 3 * view.intervalMs;

/**
 * Names the worst problem of a live entity, or says that all is well. `now` in
 * milliseconds; `preview` is what the preview beside it shows, `health` what main judged.
 */
export function summaryOf(
  view: LiveView | null,
  now: number,
  offline: boolean,
  preview: PreviewState = { kind: 'loading' },
  health: Health | null = null,
): Summary {
  if (view === null) return { tone: 'unknown', lead: 'Opening', rest: ' this live entity.' };
  const failure = view.trouble?.failure;
  if (
    failure?.kind === 'not-found' ||
    (view.state === 'not-found' && failure?.kind !== 'not-authorised')
  )
    return { tone: 'bad', lead: 'Not found', rest: ': no live entity with this identifier.' };
  const judged = health !== null && isFresh(health, now) ? health : null;
  const unread = unreadBecause(failure, view, now, offline);
  if (unread !== null) return whatViewersLose(judged) ?? unread;
  const { entity } = view;
  if (entity === null)
    return { tone: 'unknown', lead: 'Waiting', rest: ' for the first answer of the service.' };
  if (!isOnAir(entity.status)) return playsAllTheSame(judged) ?? notOnAir(entity.status);
  const noPicture = noPictureOf(preview);
  if (judged === null || judged.summary.tone === 'unknown')
    return noPicture ?? relaysOf(entity.relay);
  return noPicture !== null && weight[noPicture.tone] > weight[judged.summary.tone]
    ? noPicture
    : judged.summary;
}

/** How bad a tone is: the preview’s own trouble counts where what was judged is better. */
const weight: Readonly<Record<Summary['tone'], number>> = { ok: 0, unknown: 1, warn: 2, bad: 3 };

/** The service says that nothing is sent, and something is played: that is the news. */
function playsAllTheSame(health: Health | null): Summary | null {
  const onAir = health?.checks.find(({ name }) => name === 'on-air');
  const isNews = onAir?.verdict === 'failing' || onAir?.verdict === 'warning';
  return isNews ? (health?.summary ?? null) : null;
}

/** Steady words: the seconds and attempts are counted in the preview itself. */
function noPictureOf(preview: PreviewState): Summary | null {
  const lead = 'No picture';
  switch (preview.kind) {
    case 'stalled':
      return {
        tone: 'bad',
        lead: 'Picture stands still',
        rest: ', though the service says on air.',
      };
    case 'ended':
      return { tone: 'bad', lead: 'Ended', rest: ': the playlist says that no more will follow.' };
    case 'trouble':
      return { tone: 'bad', lead, rest: `: ${shortened(troubleInBrief(preview.trouble), 110)}` };
    case 'off':
      return { tone: 'warn', lead, rest: ': on air, but the service gave no playback address.' };
    case 'waiting':
      return {
        tone: 'warn',
        lead: 'No picture yet',
        rest: ': the playlist holds no media so far.',
      };
    default:
      return null;
  }
}

function troubleInBrief(trouble: Trouble): string {
  const { what } = previewSentence({ kind: 'trouble', trouble, retry: null });
  return what.charAt(0).toLowerCase() + what.slice(1);
}

const saidByTheService: ReadonlySet<CheckName> = new Set(['service', 'on-air', 'relays']);

/** That the service can't be read hides nothing that viewers lose meanwhile. */
function whatViewersLose(health: Health | null): Summary | null {
  const failing = health?.checks.filter(({ verdict }) => verdict === 'failing') ?? [];
  return failing.some(({ name }) => !saidByTheService.has(name)) ? (health?.summary ?? null) : null;
}

function unreadBecause(
  failure: Failure | undefined,
  view: LiveView,
  now: number,
  offline: boolean,
): Summary | null {
  if (failure?.kind === 'not-authorised')
    return { tone: 'bad', lead: 'Not authorised', rest: ': the service refuses the API token.' };
  if (failure?.kind === 'keychain')
    return {
      tone: 'unknown',
      lead: 'Locked',
      rest: ': what was read before is sealed until the keychain opens.',
    };
  if (failure === undefined && !offline && !isStale(view, now)) return null;
  const lead = offline
    ? 'Offline'
    : view.readAt === null
      ? 'No answer yet'
      : `No answer for ${coarseSpan(now - view.readAt)}`;
  const reason = failure === undefined ? 'the last reading failed' : reasons[failure.kind];
  if (!offline) return { tone: 'bad', lead, rest: `: ${reason}.` };
  const age = view.readAt === null ? null : coarseSpan(now - view.readAt);
  const rest = age === null ? ': nothing was read yet.' : `: what is shown is ${age} old.`;
  return { tone: 'bad', lead, rest };
}

const reasons: Record<Failure['kind'], string> = {
  'not-authorised': 'the service refuses the API token',
  'not-found': 'there is no such live entity',
  refused: 'the service refuses to give one',
  throttled: 'the service asks to wait',
  unreachable: 'the service can’t be reached',
  'timed-out': 'the service is too slow',
  'not-understood': 'what the service sent was not understood',
  'too-large': 'what the service sent was too large',
  keychain: 'the keychain gave no token',
  storage: 'what was kept can’t be read',
  invalid: 'this identifier can’t be asked for',
  'no-connection': 'no connection is active',
  'nothing-known': 'nothing is known yet',
  unexpected: 'something went wrong inside Tally',
};

function notOnAir(status: string | undefined): Summary {
  const lead = 'Not on air';
  switch (status) {
    case 'ready':
      return { tone: 'warn', lead, rest: ': ready, waiting for an encoder.' };
    case 'init':
      return { tone: 'warn', lead, rest: ': being set up, which takes up to a minute.' };
    case undefined:
    case '':
      return { tone: 'warn', lead: 'Unknown', rest: ': the service gave no status.' };
    default:
      return {
        tone: 'unknown',
        lead: 'Status unknown to Tally',
        rest: `: the service says “${shortened(status, 60)}”.`,
      };
  }
}

const nameOf = (relay: Relay, index: number): string =>
  relay.name?.trim() ? `“${shortened(relay.name.trim(), 24)}”` : `number ${index + 1}`;

function relaysOf(relays: readonly Relay[] | undefined): Summary {
  const lead = 'Relays';
  const well = 'All is well';
  const far = ' as far as Tally can see: on air, ';
  if (relays === undefined) return { tone: 'ok', lead: well, rest: `${far}relays not given.` };
  const out = relays.flatMap((relay, index) =>
    relay.status === 'enable' ? [] : [{ relay, index }],
  );
  // As main judges them: a status that wasn’t given fails nothing.
  const failing = out.filter(({ relay }) => !!relay.status);
  const [first] = failing;
  if (first === undefined && out.length > 0) {
    const silent = `${out.length} of ${counted(relays.length, 'relay')}`;
    return { tone: 'warn', lead, rest: `: the service gives no status of ${silent}.` };
  }
  if (first === undefined) {
    const enabled =
      relays.length === 0 ? 'no relays' : `${counted(relays.length, 'relay')} enabled`;
    return { tone: 'ok', lead: well, rest: `${far}${enabled}.` };
  }
  const name = nameOf(first.relay, first.index);
  if (failing.length === 1) {
    const said = shortened(first.relay.status ?? '', 24);
    return {
      tone: 'bad',
      lead,
      rest: `: relay ${name} is not enabled; the service says “${said}”.`,
    };
  }
  const some = `${failing.length} of ${counted(relays.length, 'relay')}`;
  return { tone: 'bad', lead, rest: `: ${some} are not enabled, ${name} first.` };
}

/** The word for the header, like "On air"; a status that isn't known stays as it is. */
export function headline(status: string | undefined): string {
  const { tone, word } = liveStanding(status);
  return tone === 'neutral' ? word : word.charAt(0).toUpperCase() + word.slice(1);
}
