import type { Check, CheckName, Summary, Verdict } from '../../../shared/health.ts';
import type { Facts } from '../facts.ts';
import { hasSoundOnly, isOnAir } from './circumstances.ts';
import { counted, lowered, quoted, secondsText, shortened } from './words.ts';

const longestSummary = 140;
const longestLine = 40;

/** What comes first when several are wrong, by what a viewer loses; and how the sentence begins. */
const leads: Readonly<Record<CheckName, string>> = {
  hls: 'HLS',
  playlist: 'Playlist',
  'on-air': 'On air',
  picture: 'Picture',
  sound: 'Sound',
  browsers: 'Browsers',
  relays: 'Relays',
  'behind-live': 'Behind live',
  smooth: 'Playing here',
  ladder: 'Ladder',
  dash: 'DASH',
  bitrate: 'Bitrate',
  service: 'Service',
};
const rank = new Map(Object.keys(leads).map((name, index) => [name, index]));

/** Names the worst that fails, else the worst that warns, else what is good; at most 140 characters in all. */
export function healthSummary(checks: readonly Check[], facts: Facts): Summary {
  const trouble = worstTrouble(checks);
  if (trouble === null)
    return isOnAirGood(checks) ? allWell(checks, facts) : notKnown(checks, facts);
  const lead = leads[trouble.name];
  const tone = trouble.verdict === 'failing' ? 'bad' : 'warn';
  return cut(tone, lead, `: ${lowered(trouble.reason)}`);
}

/** A few words for a tile of the wall: what is worst, else how far behind live; at most 40 characters. */
export function lineOf(checks: readonly Check[], facts: Facts): string {
  const trouble = worstTrouble(ofStream(checks, facts));
  if (trouble !== null) return shortened(inBrief(trouble), longestLine);
  if (facts.offline) return 'this computer has no network';
  if (facts.entity === null) return 'not answered yet';
  if (!isOnAir(facts)) return 'not on air';
  if (!isOnAirGood(checks)) return 'not judged yet';
  const behind = behindOf(checks, facts);
  return behind === '' ? 'on air' : shortened(`${behind} behind`, longestLine);
}

/** The worst that is the stream's own; what is good of one that nobody knows to be on air says nothing of it. */
export function worstOf(checks: readonly Check[], facts: Facts): Verdict {
  const trouble = worstTrouble(ofStream(checks, facts));
  if (trouble !== null) return trouble.verdict;
  return isOnAirGood(checks) ? 'good' : 'unknown';
}

/** Without what the service does to all streams alike: that is told once, and hides what viewers lose. */
const ofStream = (checks: readonly Check[], { service }: Facts): readonly Check[] =>
  service.isShared ? checks.filter(({ name }) => name !== 'service') : checks;

function worstTrouble(checks: readonly Check[]): Check | null {
  let worst: Check | null = null;
  for (const check of checks) {
    if (check.verdict !== 'failing' && check.verdict !== 'warning') continue;
    if (worst === null || weightOf(check) < weightOf(worst)) worst = check;
  }
  return worst;
}

const weightOf = ({ name, verdict }: Check): number =>
  (rank.get(name) ?? rank.size) + (verdict === 'failing' ? 0 : rank.size);

const checkOf = (checks: readonly Check[], name: CheckName): Check | undefined =>
  checks.find((check) => check.name === name);

/** As the picture beside it says, where one plays; else of the newest segment. */
function behindOf(checks: readonly Check[], { preview }: Facts): string {
  const check = checkOf(checks, 'behind-live');
  if (check?.verdict !== 'good') return '';
  return preview?.state === 'playing' && preview.behindSeconds !== null
    ? secondsText(preview.behindSeconds)
    : check.figure;
}

/** What a viewer sees and hears, and nobody looked at yet. */
function unseen(checks: readonly Check[], { stream }: Facts): readonly string[] {
  const isSoundOnly = stream !== null && hasSoundOnly(stream);
  const names = isSoundOnly ? (['sound'] as const) : (['picture', 'sound'] as const);
  return names.filter((name) => checkOf(checks, name)?.verdict === 'unknown');
}

const isOnAirGood = (checks: readonly Check[]): boolean =>
  checkOf(checks, 'on-air')?.verdict === 'good';

function allWell(checks: readonly Check[], facts: Facts): Summary {
  const figureOf = (name: CheckName): string => {
    const check = checkOf(checks, name);
    return check?.verdict === 'good' ? check.figure : '';
  };
  const behind = behindOf(checks, facts);
  const loudness = figureOf('sound');
  const pictures = (facts.stream?.renditions ?? []).filter(
    ({ variant }) => variant.kind === 'video',
  );
  const parts = [
    'on air',
    ...(behind === '' ? [] : [`${behind} behind live`]),
    ...(pictures.length === 0 ? [] : [counted(pictures.length, 'rendition')]),
    ...(loudness === '' ? [] : [`sound ${loudness}`]),
  ];
  const not = unseen(checks, facts);
  const but = not.length === 0 ? '' : `; ${not.join(' and ')} not looked at yet`;
  return cut('ok', 'All is well', `: ${parts.join(', ')}${but}.`);
}

function notKnown(checks: readonly Check[], facts: Facts): Summary {
  if (facts.offline) return cut('unknown', 'Offline', ': this computer has no network.');
  if (facts.entity === null)
    return cut('unknown', 'Waiting', ' for the first answer of the service.');
  const { status } = facts.entity;
  if (!isOnAir(facts) && status)
    return cut('unknown', 'Not on air', `: the service says ${quoted(status)}.`);
  const because = checkOf(checks, 'on-air')?.reason ?? 'Nothing was asked yet.';
  return cut('unknown', 'Not judged yet', `: ${lowered(because)}`);
}

const cut = (tone: Summary['tone'], lead: string, rest: string): Summary => ({
  tone,
  lead,
  rest: shortened(rest, longestSummary - lead.length),
});

/** The first clause of the reason; a comma within quotation marks ends none. */
function inBrief({ name, verdict, figure, reason }: Check): string {
  if (name === 'relays' && figure !== '')
    return verdict === 'failing' ? `${figure} relays not enabled` : `no status of ${figure} relays`;
  // What is cut off a narrow tile must not be the figure.
  const what = /^(.+?) gives status /.exec(reason)?.[1];
  if (what !== undefined && figure !== '') return `${figure}: ${lowered(what)}`;
  const [clause = reason] = /^(?:“[^”]*”|[^,;:(“])+/.exec(reason) ?? [];
  return lowered(clause.trim().replace(/\.$/, ''));
}
