import type { LibraryRow } from '../../shared/contract.ts';
import type { StreamRow } from '../../shared/health.ts';
import type { Tone } from '../ui/tone.ts';

export interface Standing {
  readonly tone: Tone;
  readonly word: string;
  /** What only the shape says otherwise, for those who hear the page. */
  readonly more?: string;
}

export const onAirWord = 'on air';

const liveStandings: ReadonlyMap<string, Standing> = new Map([
  ['broadcasting', { tone: 'air', word: onAirWord }],
  ['ready', { tone: 'idle', word: 'ready' }],
  ['init', { tone: 'pending', word: 'being set up' }],
]);

/** A live entity's status in words; one never seen before is shown as it is, in neutral. */
export function liveStanding(status: string | undefined): Standing {
  if (!status) return { tone: 'unknown', word: 'status not given' };
  return liveStandings.get(status) ?? { tone: 'neutral', word: status };
}

export const isOnAir = (status: string | undefined): boolean => status === 'broadcasting';

export function relayStanding(status: string | undefined): Standing {
  if (!status) return { tone: 'unknown', word: 'status not given' };
  return status === 'enable' ? { tone: 'ok', word: 'enabled' } : { tone: 'neutral', word: status };
}

/** What the library says at the end of a row. */
export function rowStanding(row: LibraryRow): Standing {
  if (row.state === 'not-found') return { tone: 'bad', word: 'not found' };
  // A video or a preset is never read: an answer to a change makes it known.
  const isRead = row.kind === 'live';
  if (row.state === 'never-read')
    return { tone: 'unknown', word: isRead ? 'never read' : 'not known yet' };
  if (row.status === null) return { tone: 'unknown', word: isRead ? 'read before' : 'known' };
  if (!isRead) return { tone: 'neutral', word: row.status };
  const standing = liveStanding(row.status);
  return row.relayTrouble && standing.tone === 'air'
    ? { ...standing, tone: 'warn', more: 'a relay is not enabled' }
    : standing;
}

/** The same of a live entity on air with what it was judged to be. */
export function judgedStanding(standing: Standing, stream: StreamRow | null): Standing {
  if (stream === null || standing.word !== onAirWord) return standing;
  const { line, verdict } = stream;
  if (verdict === 'failing') return { ...standing, tone: 'bad', more: `failing: ${line}` };
  if (verdict === 'warning') return { ...standing, tone: 'warn', more: `to check: ${line}` };
  return verdict === 'good' ? { ...standing, tone: 'ok', more: 'all is good' } : standing;
}
