import type {
  AudioSettings,
  Ingest,
  LiveEntity,
  Playback,
  Profile,
  Relay,
  Remark,
  VideoEntity,
  VideoPreset,
  VideoSettings,
} from '../../shared/entities.ts';
import { Fields, type Json, Notes, isJson } from './fields.ts';

/** What an answer said of an entity, and what was put aside while reading it. */
interface Reading<Entity> {
  readonly entity: Entity;
  readonly remarks: Remark[];
}

/** The keys that a live entity came with; `relayKeys` stand in the order of its relays. */
interface LiveSecrets {
  readonly streamKey?: string;
  readonly relayKeys: (string | undefined)[];
}

export interface LiveReading extends Reading<LiveEntity> {
  readonly secrets: LiveSecrets;
}

/*
 * The tolerant reader of section 2 of the service interface. It never throws: a
 * field that is missing, null, new or of another type takes nothing else down.
 */

/** A live entity, its keys apart from it. */
export function readLive(json: unknown): LiveReading {
  const notes = new Notes();
  const fields = new Fields(isJson(json) ? json : {}, '', notes);
  let streamKey: string | undefined;
  const relayKeys: (string | undefined)[] = [];
  const ingestOf = (ingest: Fields): Ingest => {
    streamKey = ingest.key('key');
    return known({ url: ingest.text('url'), hasKey: streamKey !== undefined });
  };
  const relayOf = (relay: Fields): Relay => {
    const key = relay.key('key');
    relayKeys.push(key);
    return known({
      id: relay.text('id'),
      name: relay.text('name'),
      url: relay.text('url'),
      hasKey: key !== undefined,
      status: relay.text('status'),
      createdAt: relay.text('created_at'),
      updatedAt: relay.text('updated_at'),
    });
  };
  const entity: LiveEntity = known({
    id: fields.text('id'),
    name: fields.text('name'),
    description: fields.text('description'),
    dvr: fields.flag('dvr'),
    encode: fields.flag('encode'),
    ingest: fields.object('ingest', ingestOf, 'or-null'),
    playback: fields.object('playback', playbackOf, 'or-null'),
    preset: fields.isNull('preset') ? null : fields.object('preset', presetOf),
    region: fields.text('region'),
    relay: fields.list('relay', relayOf),
    status: fields.text('status'),
    createdAt: fields.text('created_at'),
    updatedAt: fields.text('updated_at'),
  });
  fields.end();
  const keys = [streamKey, ...relayKeys].filter((key) => key !== undefined);
  return { entity, remarks: notes.remarks(keys), secrets: known({ streamKey, relayKeys }) };
}

export const readVideo = (json: unknown): Reading<VideoEntity> =>
  readWith(json, (fields) =>
    known({
      id: fields.text('id'),
      name: fields.text('name'),
      description: fields.text('description'),
      shortDescription: fields.text('short_description'),
      view: fields.number('view'),
      poster: fields.text('poster'),
      thumbnail: fields.text('thumbnail'),
      inputType: fields.text('input_type'),
      duration: fields.number('duration'),
      publishToCdn: fields.text('publish_to_cdn'),
      createdAt: fields.text('created_at'),
      updatedAt: fields.text('updated_at'),
    }),
  );

export const readPreset = (json: unknown): Reading<VideoPreset> => readWith(json, presetOf);

/** Whether an answer is of another entity than the one asked for; then nothing of it may be taken over. */
export function describesOther(json: Json, id: string): boolean {
  const given = json['id'];
  return (typeof given === 'string' || typeof given === 'number') && String(given) !== id;
}

function readWith<Entity>(json: unknown, read: (fields: Fields) => Entity): Reading<Entity> {
  const notes = new Notes();
  const fields = new Fields(isJson(json) ? json : {}, '', notes);
  const entity = read(fields);
  fields.end();
  return { entity, remarks: notes.remarks([]) };
}

const playbackOf = (fields: Fields): Playback =>
  known({ hls: fields.text('hls'), dash: fields.text('dash') });

const presetOf = (fields: Fields): VideoPreset =>
  known({
    id: fields.text('id'),
    name: fields.text('name'),
    description: fields.text('description'),
    isDefault: fields.flag('is_default'),
    profiles: fields.list('profiles', profileOf),
    createdAt: fields.text('created_at'),
    updatedAt: fields.text('updated_at'),
  });

const profileOf = (fields: Fields): Profile =>
  known({
    id: fields.text('id'),
    name: fields.text('name'),
    segmentDuration: fields.number('segment_duration'),
    orientation: fields.text('orientation'),
    video: fields.object('video_profile', videoSettingsOf),
    audio: fields.object('audio_profile', audioSettingsOf),
  });

const videoSettingsOf = (fields: Fields): VideoSettings =>
  known({
    resolution: fields.figureText('video_resolution'),
    codec: fields.text('video_codec'),
    bitrate: fields.figureText('video_bitrate'),
    frameRate: fields.figureText('video_frame_rate'),
  });

const audioSettingsOf = (fields: Fields): AudioSettings =>
  known({
    channel: fields.figureText('audio_channel'),
    codec: fields.text('audio_codec'),
    bitrate: fields.figureText('audio_bitrate'),
    frameRate: fields.figureText('audio_frame_rate'),
  });

type Known<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Without the fields that are undefined. */
function known<T extends object>(fields: T): Known<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Known<T>;
}
