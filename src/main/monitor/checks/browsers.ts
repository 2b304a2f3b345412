import type { Answered, RenditionFacts, StreamFacts } from '../facts.ts';
import { nameOf, streamOnAir } from './circumstances.ts';
import { isPictureCodec, playsIn } from './codecs.ts';
import { type Judge, type Judged, failing, good, unknown, warning, worst } from './judged.ts';
import { hostOf, quoted, shortened } from './words.ts';

const name = 'browsers';

/** Whether a viewer's web page may read it (CORS), from an https page too, and knows its codecs. */
export const browsers: Judge = (facts) => {
  const stream = streamOnAir(facts);
  if (typeof stream === 'string') return unknown(name, stream);
  const answers = answersOf(stream);
  const { renditions } = stream;
  const allowed = answers.filter(({ answered }) => answered.keptOutBy !== null);
  if (allowed.length === 0) return unknown(name, 'Nothing of it could be read yet.');
  return worst([ofPermission(allowed), ofCodecs(renditions), ofMixedContent(answers)], () =>
    playable(renditions),
  );
};

interface Asked {
  readonly what: 'master playlist' | 'playlists' | 'segments';
  readonly answered: Answered;
}

/** Those that gave what they were asked for: errors often lack the header, and nobody misses it there. */
function answersOf({ master, renditions }: StreamFacts): Asked[] {
  const asked: Asked[] = [];
  const add = (what: Asked['what'], answered: Answered | null | undefined): void => {
    if (answered?.outcome === 'ok') asked.push({ what, answered });
  };
  add('master playlist', master);
  for (const { answered } of renditions) add('playlists', answered);
  for (const { samples } of renditions) add('segments', samples.at(-1)?.answered);
  return asked;
}

function ofPermission(asked: readonly Asked[]): Judged | null {
  const [refused] = asked.flatMap(({ what, answered }) => {
    const [by] = answered.keptOutBy ?? [];
    return by === undefined ? [] : [{ what, by }];
  });
  if (refused === undefined) return null;
  const { what, by } = refused;
  const how = by.redirects
    ? 'redirects without a CORS header for them'
    : 'sends no CORS header for them';
  return failing(
    name,
    `Web pages may not read the ${what}, since ${shortened(hostOf(by.url), 60)} ${how}.`,
    'no CORS',
  );
}

function ofCodecs(renditions: readonly RenditionFacts[]): Judged | null {
  const declaring = renditions.filter(({ variant }) => variant.codecs.length > 0);
  const unplayable = declaring.filter(({ variant }) =>
    variant.codecs.some((codec) => playsIn(codec) === 'none'),
  );
  const [first] = unplayable;
  if (first !== undefined) {
    const codec = first.variant.codecs.find((one) => playsIn(one) === 'none') ?? '';
    const isAll = unplayable.length === renditions.length;
    return isAll
      ? failing(name, `No browser knows the codec ${quoted(codec, 24)}.`, shortened(codec, 16))
      : warning(
          name,
          `No browser knows the codec ${quoted(codec, 24)} of ${nameOf(first.variant)}.`,
          shortened(codec, 16),
        );
  }
  const pictures = declaring.filter(({ variant }) => variant.codecs.some(isPictureCodec));
  const isRare = ({ variant }: RenditionFacts): boolean =>
    variant.codecs.some((codec) => playsIn(codec) === 'some');
  const [rare] = (pictures.length > 0 ? pictures : declaring).filter(isRare);
  const chosen = pictures.length > 0 ? pictures : declaring;
  if (rare === undefined || !chosen.every(isRare)) return null;
  const codec = rare.variant.codecs.find((one) => playsIn(one) === 'some') ?? '';
  return warning(
    name,
    `Every rendition needs ${quoted(codec, 24)}, which plays only where the system decodes it.`,
    shortened(codec, 16),
  );
}

/** A page from https can't load from plain http, but from this computer (W3C Mixed Content, section 4). */
function ofMixedContent(asked: readonly Asked[]): Judged | null {
  const plain = asked.find(
    ({ answered: { url } }) => url.startsWith('http:') && !isNear(hostnameOf(url)),
  );
  return plain === undefined
    ? null
    : warning(
        name,
        `The ${plain.what} ${plain.what.endsWith('s') ? 'come' : 'comes'} over plain HTTP, which pages on HTTPS can’t load.`,
        'HTTP',
      );
}

const hostnameOf = (url: string): string => URL.parse(url)?.hostname ?? '';

/** This computer or a network that isn't the internet (RFC 1918, 3927, 4193, 6762): no place of viewers. */
const isNear = (host: string): boolean =>
  /^(?:localhost|.+\.(?:localhost|local)|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|169\.254(?:\.\d+){2}|\[(?:::1|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\])$/i.test(
    host,
  );

function playable(renditions: readonly RenditionFacts[]): Judged {
  const declares = renditions.some(({ variant }) => variant.codecs.length > 0);
  return declares
    ? good(name, 'Web pages may read it, and browsers know its codecs.')
    : good(name, 'Web pages may read it; it doesn’t declare its codecs.');
}
