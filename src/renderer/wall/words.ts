import type { StreamRow, Verdict } from '../../shared/health.ts';
import { type PreviewState, previewSentence } from '../player/preview-state.ts';
import { counted } from '../ui/text.ts';
import { span } from '../ui/time.ts';
import type { Tone } from '../ui/tone.ts';

const withVerdict = (rows: readonly StreamRow[], verdict: Verdict): number =>
  rows.filter((row) => row.verdict === verdict).length;

/** “6 streams, 1 failing, 1 to check”. */
export function chipWords(rows: readonly StreamRow[]): string {
  const failing = withVerdict(rows, 'failing');
  const warning = withVerdict(rows, 'warning');
  return [
    counted(rows.length, 'stream'),
    ...(failing > 0 ? [`${failing.toLocaleString()} failing`] : []),
    ...(warning > 0 ? [`${warning.toLocaleString()} to check`] : []),
  ].join(', ');
}

/** The sentence that is read out when the number of failing streams changes. */
function failingWords(failing: number, streams: number): string {
  if (failing === 0) return 'No stream is failing any more.';
  const of = `${failing.toLocaleString()} of ${counted(streams, 'stream')}`;
  return `${of} ${failing === 1 ? 'is' : 'are'} failing.`;
}

const SAID_AT_MOST_EVERY_MS = 10_000;

/** Says when the number of failing streams changed, and nothing more often than every 10 s. */
export class FailingNews {
  #told: number | null = null;
  #toldAt = -Infinity;
  #words = '';

  /** What the live region holds at `now`. The first number is no news. */
  at(now: number, failing: number, streams: number): string {
    if (this.#told === null) this.#told = failing;
    else if (failing !== this.#told && now - this.#toldAt >= SAID_AT_MOST_EVERY_MS) {
      this.#told = failing;
      this.#toldAt = now;
      this.#words = failingWords(failing, streams);
    }
    return this.#words;
  }
}

const tones: Readonly<Record<Verdict, Tone>> = {
  good: 'ok',
  warning: 'warn',
  failing: 'bad',
  unknown: 'unknown',
};

/** The colour and shape of a tile; calm for what isn't on air and has nothing wrong. */
export const toneOf = ({ verdict, onAir }: StreamRow): Tone =>
  !onAir && (verdict === 'good' || verdict === 'unknown') ? 'idle' : tones[verdict];

const verdictWords: Readonly<Record<Verdict, string>> = {
  good: 'Good',
  warning: 'To check',
  failing: 'Failing',
  unknown: 'Unknown',
};

/** A tile for who doesn't see it: “Failing: no new segment for 14 s”. */
export function standingWords(row: StreamRow): string {
  const standing = toneOf(row) === 'idle' ? 'Not on air' : verdictWords[row.verdict];
  return [standing, lineOf(row)].filter((part) => part !== '').join(': ');
}

export const audioOnly = 'audio only';

/** The one line below the picture. */
export function lineOf({ line, soundOnly, verdict }: StreamRow): string {
  return soundOnly && (verdict === 'good' || line === '') ? audioOnly : line;
}

/** Whether there may be something to play at the address. */
export const mayPlay = ({ hls, onAir, verdict }: StreamRow): boolean =>
  hls !== null && (onAir || verdict === 'failing');

/** What lies over the picture: nothing while it plays. */
export function pictureWords(
  row: StreamRow,
  state: PreviewState,
  heldMs: number | null,
): { readonly what: string; readonly age: string } | null {
  if (!mayPlay(row)) return { what: row.onAir ? 'No playback address yet' : 'Not on air', age: '' };
  if (state.kind === 'playing') return null;
  const what = state.kind === 'off' ? 'Resting' : previewSentence(state).what.replace(/\.$/, '');
  return { what, age: heldMs === null ? '' : `picture ${span(heldMs)} old` };
}
