import type { EntityRef } from '../../shared/entities.ts';
import { type Answer, refusal, success } from './answer.ts';
import {
  type Catalogue,
  type Fields,
  type LiveRecord,
  type PresetRecord,
  timestamp,
  type VideoRecord,
} from './catalogue.ts';
import { profileIdsOf, relayOf, type RelayItem, textsOf } from './edits.ts';

interface Playback {
  readonly hls: string;
  readonly dash: string;
}

/** The entities of the demo, and the four operations on them (section 4). */
export class Entities {
  readonly #lives: Map<string, LiveRecord>;
  readonly #videos: Map<string, VideoRecord>;
  readonly #presets: Map<string, PresetRecord>;
  readonly #playbackOf: (id: string) => Playback;
  #relaysMade = 0;

  constructor(start: Catalogue, playbackOf: (id: string) => Playback) {
    this.#lives = new Map(start.lives.map((live) => [live.fields.id, live]));
    this.#videos = new Map(start.videos.map((video) => [video.fields.id, video]));
    this.#presets = new Map(start.presets.map((preset) => [preset.fields.id, preset]));
    this.#playbackOf = playbackOf;
  }

  get refs(): EntityRef[] {
    const refs = (kind: EntityRef['kind'], ids: Iterable<string>): EntityRef[] =>
      Array.from(ids, (id) => ({ kind, id }));
    return [
      ...refs('live', this.#lives.keys()),
      ...refs('video', this.#videos.keys()),
      ...refs('preset', this.#presets.keys()),
    ];
  }

  retrieveLive(id: string): Answer {
    const live = this.#lives.get(id);
    return live === undefined ? noLive(id) : success(this.#retrieved(live));
  }

  updateLive(id: string, body: Fields, now: number): Answer {
    const live = this.#lives.get(id);
    if (live === undefined) return noLive(id);
    const texts = textsOf(body, ['name', 'description']);
    if ('refused' in texts) return refusal(400, texts.refused);
    const relay = relayOf(body);
    if ('refused' in relay) return refusal(400, relay.refused);
    const changed: LiveRecord = {
      ...live,
      fields: {
        ...live.fields,
        ...texts.value,
        ...(relay.value === null ? {} : { relay: this.#relays(live, relay.value, now) }),
        updated_at: new Date(now).toISOString(),
      },
    };
    this.#lives.set(id, changed);
    return success(this.#updated(changed));
  }

  updateVideo(id: string, body: Fields, now: number): Answer {
    const video = this.#videos.get(id);
    if (video === undefined) return refusal(404, `No video entity with the id ${id}.`);
    const texts = textsOf(body, [
      'name',
      'description',
      'short_description',
      'poster',
      'thumbnail',
    ]);
    if ('refused' in texts) return refusal(400, texts.refused);
    const fields = { ...video.fields, ...texts.value, updated_at: timestamp(now) };
    this.#videos.set(id, { fields });
    return success(fields);
  }

  removeProfiles(id: string, body: Fields, now: number): Answer {
    const preset = this.#presets.get(id);
    if (preset === undefined) return refusal(404, `No video preset with the id ${id}.`);
    const ids = profileIdsOf(body);
    if ('refused' in ids) return refusal(400, ids.refused);
    if (preset.profiles.length === 1)
      return refusal(400, 'The preset has only one profile left; it cannot be removed.');
    const unknown = [...ids.value].filter(
      (wanted) => !preset.profiles.some((profile) => profile.id === wanted),
    );
    if (unknown.length > 0)
      return refusal(400, `The preset has no profile with the id ${unknown.join(', ')}.`);
    const profiles = preset.profiles.filter((profile) => !ids.value.has(profile.id));
    if (profiles.length === 0) return refusal(400, 'A preset must keep at least one profile.');
    const fields = { ...preset.fields, updated_at: timestamp(now) };
    this.#presets.set(id, { ...preset, fields, profiles });
    return success({ ...fields, is_default: preset.isDefault, profiles });
  }

  addLive(fields: Fields & { readonly id: string }, presetId: string | null): void {
    this.#lives.set(fields.id, { fields, presetId });
  }

  /** Changes fields of an entity as another client of the service would, odd ones too. */
  patch({ kind, id }: EntityRef, patch: Fields): void {
    const records: Map<string, { readonly fields: LiveRecord['fields'] }> =
      kind === 'live' ? this.#lives : kind === 'video' ? this.#videos : this.#presets;
    const record = records.get(id);
    if (record === undefined) throw new Error(`The demo has no ${kind} ${id}`);
    records.set(id, { ...record, fields: { ...record.fields, ...patch, id } });
  }

  remove({ kind, id }: EntityRef): void {
    const records = kind === 'live' ? this.#lives : kind === 'video' ? this.#videos : this.#presets;
    records.delete(id);
  }

  #retrieved(live: LiveRecord): Fields {
    const { id, name, description, dvr, encode, ingest, ...rest } = live.fields;
    const playback = this.#playbackOf(id);
    const preset = this.#presetOf(live);
    return { id, name, description, dvr, encode, ingest, playback, preset, ...rest };
  }

  // The update response carries less: playback.hls only, and url and key of each relay.
  #updated(live: LiveRecord): Fields {
    const { relay, created_at: createdAt } = live.fields;
    return {
      ...this.#retrieved(live),
      playback: { hls: this.#playbackOf(live.fields.id).hls },
      relay: Array.isArray(relay) ? relay.map(({ url, key }: RelayItem) => ({ url, key })) : relay,
      created_at:
        typeof createdAt === 'string' ? createdAt.replace(/(\d)Z$/, '$1.000Z') : createdAt,
    };
  }

  #presetOf({ presetId }: LiveRecord): Fields | null {
    const preset = presetId === null ? undefined : this.#presets.get(presetId);
    if (preset === undefined) return null;
    return { ...preset.fields, profiles: preset.profiles };
  }

  #relays(live: LiveRecord, items: readonly RelayItem[], now: number): Fields[] {
    const before: readonly Fields[] = Array.isArray(live.fields['relay'])
      ? live.fields['relay']
      : [];
    const at = timestamp(now);
    return items.map(({ url, key, name }) => {
      const kept = before.find((relay) => relay['url'] === url && relay['key'] === key);
      this.#relaysMade += kept === undefined ? 1 : 0;
      const made = { id: `relay_${this.#relaysMade}`, status: 'enable', created_at: at };
      return { ...(kept ?? made), name, url, key, updated_at: at };
    });
  }
}

const noLive = (id: string): Answer => refusal(404, `No live entity with the id ${id}.`);
