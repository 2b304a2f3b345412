import { troubleOf } from './answers.ts';
import type { Thresholds } from '../../../shared/thresholds.ts';
import type { Answered, Facts, RenditionFacts, StreamFacts } from '../facts.ts';
import { isOnAir, isStarting, nameOf, targetOf } from './circumstances.ts';
import { type Judge, type Judged, failing, good, unknown, warning, worst } from './judged.ts';
import { clockText, counted, shortened, withinText } from './words.ts';

const name = 'hls';

/** The master playlist and each rendition: status, content type, time to first byte, HTTPS. */
export const hls: Judge = (facts, thresholds) => {
  const { entity, stream, offline } = facts;
  if (offline) return unknown(name, 'This computer has no network.');
  if (entity === null) return unknown(name, 'The service has not answered yet.');
  if (!entity.playback?.hls) return withoutAddress(facts);
  if (stream === null) return unknown(name, 'Not asked yet.');
  if (stream.master === null) return unknown(name, 'Not asked yet.');
  const found = worst(
    [
      ofMaster(stream.master),
      ...ofRenditions(stream.renditions),
      ...ofContentTypes(stream),
      ofSlowest(stream, thresholds),
    ],
    () => reachable(stream),
  );
  return found.verdict === 'good' ? found : withPatience(found, facts);
};

const withoutAddress = (facts: Facts): Judged =>
  isOnAir(facts)
    ? warning(name, 'On air, but the service gives no HLS address.')
    : unknown(name, 'The service gives no HLS address.');

/** An address that doesn't answer while nobody sends, or not yet, is nothing bad. */
function withPatience(found: Judged, facts: Facts): Judged {
  const { statusChangedAt, now } = facts;
  if (!isOnAir(facts)) return unknown(name, `Not on air. ${found.reason}`);
  if (statusChangedAt === null || !isStarting(facts, targetOf(facts.stream))) return found;
  return unknown(name, `On air since ${clockText(statusChangedAt, now)}. ${found.reason}`);
}

function ofMaster(answered: Answered): Judged | null {
  if (answered.outcome === 'ok') return null;
  return failing(name, `The master playlist ${troubleOf(answered)}.`, figureOf(answered));
}

/** All of a kind failing takes the picture or the sound away; a single one only a choice. */
function ofRenditions(renditions: readonly RenditionFacts[]): Judged[] {
  return (['video', 'audio'] as const).flatMap((kind): Judged[] => {
    const asked = renditions.filter(
      ({ variant, answered }) => variant.kind === kind && answered !== null,
    );
    const out = asked.filter(({ answered }) => answered?.outcome !== 'ok');
    const [first] = out;
    if (first?.answered == null) return [];
    const { answered } = first;
    const which = `The playlist of ${nameOf(first.variant)} ${troubleOf(answered)}`;
    if (out.length === asked.length && out.length > 1)
      return [failing(name, `${which}; none of ${out.length} can be read.`, figureOf(answered))];
    if (out.length === asked.length) return [failing(name, `${which}.`, figureOf(answered))];
    const figure = `${out.length} of ${asked.length}`;
    return [warning(name, `${which}; ${figure} can’t be read.`, figure)];
  });
}

function ofContentTypes({ master, renditions }: StreamFacts): (Judged | null)[] {
  const odd = [master, ...renditions.map(({ answered }) => answered)].find(
    (answered) => answered?.outcome === 'ok' && !looksLikePlaylist(answered),
  );
  if (odd == null) return [];
  const said = odd.contentType === null ? 'none' : `“${shortened(odd.contentType, 40)}”`;
  return [
    warning(
      name,
      `The content type of a playlist is ${said}; players expect application/vnd.apple.mpegurl.`,
    ),
  ];
}

/** A playlist is known by the end of its path or by its content type (RFC 8216, section 4). */
function looksLikePlaylist({ url, contentType }: Answered): boolean {
  if (contentType !== null && /mpegurl/i.test(contentType)) return true;
  return /^[^?#]*\.m3u8?(?:[?#]|$)/i.test(url);
}

function ofSlowest(stream: StreamFacts, { firstByteSlowMs }: Thresholds): Judged | null {
  const ms = slowestMs(stream);
  if (ms === null || ms < firstByteSlowMs) return null;
  return warning(
    name,
    `Slow: the first byte of a playlist took ${withinText(ms)}.`,
    withinText(ms),
  );
}

function slowestMs({ master, renditions }: StreamFacts): number | null {
  let slowest = master?.firstByteMs ?? null;
  for (const { answered } of renditions)
    if (answered?.firstByteMs != null) slowest = Math.max(slowest ?? 0, answered.firstByteMs);
  return slowest;
}

function reachable(stream: StreamFacts): Judged {
  const ms = slowestMs(stream);
  const asked = stream.renditions.filter(({ answered }) => answered !== null).length;
  const what = stream.isSinglePlaylist
    ? 'The playlist answers'
    : asked === 0
      ? 'The master playlist answers'
      : `Master and ${counted(asked, 'rendition')} answer`;
  const how = stream.master?.url.startsWith('https:') ? 'over HTTPS' : 'over plain HTTP';
  return ms === null
    ? good(name, `${what} ${how}.`)
    : good(name, `${what} ${how} within ${withinText(ms)}.`, withinText(ms));
}

const figureOf = ({ outcome, status }: Answered): string =>
  outcome === 'status' && status !== null ? `${status}` : '';
