import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describesOther, readLive, readPreset, readVideo } from './reader.ts';

const preset = {
  id: 'p1',
  name: 'Ladder',
  description: '',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-02T00:00:00.123Z',
  profiles: [
    {
      id: 'f1',
      name: '720p',
      segment_duration: 2,
      orientation: 'landscape',
      video_profile: {
        video_resolution: '720',
        video_codec: 'H264',
        video_bitrate: '2500K',
        video_frame_rate: '30',
      },
      audio_profile: {
        audio_channel: '2',
        audio_codec: 'aac',
        audio_bitrate: '128K',
        audio_frame_rate: '48000',
      },
    },
  ],
};

const live = {
  id: 'a',
  name: 'Morning show',
  description: 'Daily',
  dvr: true,
  encode: false,
  ingest: { url: 'rtmp://in.example/live', key: 'sk-1234567' },
  playback: { hls: 'https://cdn.example/a.m3u8', dash: 'https://cdn.example/a.mpd' },
  preset,
  region: 'eu',
  relay: [
    {
      id: 'r1',
      name: 'Mirror',
      url: 'rtmp://mirror.example/app',
      key: 'rk-7654321',
      status: 'enable',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    },
    { url: 'rtmp://other.example/app' },
  ],
  status: 'broadcasting',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-02T00:00:00Z',
};

const readProfile = {
  id: 'f1',
  name: '720p',
  segmentDuration: 2,
  orientation: 'landscape',
  video: { resolution: '720', codec: 'H264', bitrate: '2500K', frameRate: '30' },
  audio: { channel: '2', codec: 'aac', bitrate: '128K', frameRate: '48000' },
};

describe('readLive', () => {
  it('reads every field of the interface, the keys apart', () => {
    const { entity, remarks, secrets } = readLive(live);
    expect(entity).toEqual({
      id: 'a',
      name: 'Morning show',
      description: 'Daily',
      dvr: true,
      encode: false,
      ingest: { url: 'rtmp://in.example/live', hasKey: true },
      playback: { hls: 'https://cdn.example/a.m3u8', dash: 'https://cdn.example/a.mpd' },
      preset: {
        id: 'p1',
        name: 'Ladder',
        description: '',
        profiles: [readProfile],
        createdAt: '2026-01-01T00:00:00Z',
        updatedAt: '2026-01-02T00:00:00.123Z',
      },
      region: 'eu',
      relay: [
        {
          id: 'r1',
          name: 'Mirror',
          url: 'rtmp://mirror.example/app',
          hasKey: true,
          status: 'enable',
          createdAt: '2026-01-01T00:00:00Z',
          updatedAt: '2026-01-01T00:00:00Z',
        },
        { url: 'rtmp://other.example/app', hasKey: false },
      ],
      status: 'broadcasting',
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-02T00:00:00Z',
    });
    expect(remarks).toEqual([]);
    expect(secrets).toEqual({ streamKey: 'sk-1234567', relayKeys: ['rk-7654321', undefined] });
    expect(JSON.stringify(entity)).not.toMatch(/sk-|rk-/);
  });

  it('takes null for no preset, and for an ingest and a playback that are not there yet', () => {
    const { entity, remarks } = readLive({ preset: null, ingest: null, playback: null });
    expect(entity).toEqual({ preset: null });
    expect(remarks).toEqual([]);
  });

  it('takes an update’s answer, whose fields are fewer', () => {
    const { entity, remarks } = readLive({
      playback: { hls: 'u' },
      relay: [{ url: 'u', key: 'k' }],
    });
    expect(entity).toEqual({ playback: { hls: 'u' }, relay: [{ url: 'u', hasKey: true }] });
    expect(remarks).toEqual([]);
  });

  it('shows a status and a playback address never seen before as they came', () => {
    const odd = { status: 'hibernating', playback: { hls: 'not an address', dash: '' } };
    expect(readLive(odd)).toMatchObject({ entity: odd, remarks: [] });
  });

  it.each([
    [{ name: null }, {}, [['name', 'odd', 'null']]],
    [{ name: 5 }, { name: '5' }, [['name', 'odd', '5']]],
    [{ name: ['x'] }, {}, [['name', 'odd', '["x"]']]],
    [{ dvr: 'true' }, {}, [['dvr', 'odd', '"true"']]],
    [{ relay: null }, {}, [['relay', 'odd', 'null']]],
    [{ relay: {} }, {}, [['relay', 'odd', '{}']]],
    [{ preset: 'p1' }, {}, [['preset', 'odd', '"p1"']]],
    [{ ingest: 'rtmp://x' }, {}, [['ingest', 'odd', '"rtmp://x"']]],
    [
      { ingest: { url: 1, key: 2 } },
      { ingest: { url: '1', hasKey: true } },
      [
        ['ingest.key', 'odd', '••••••••'],
        ['ingest.url', 'odd', '1'],
      ],
    ],
    [
      { relay: [{ status: {} }, 'x'] },
      { relay: [{ hasKey: false }, { hasKey: false }] },
      [
        ['relay[0].status', 'odd', '{}'],
        ['relay[1]', 'odd', '"x"'],
      ],
    ],
    [{ latency: { mode: 'low' } }, {}, [['latency', 'new', '{"mode":"low"}']]],
    [{ relay: [{ bytes: 7 }] }, { relay: [{ hasKey: false }] }, [['relay[0].bytes', 'new', '7']]],
    [{ backup_key: 'bk-1' }, {}, [['backup_key', 'new', '••••••••']]],
    [{ extra: { token: 't', note: 'n' } }, {}, [['extra', 'new', '{"token":••••••••,"note":"n"}']]],
    [
      JSON.parse('{"__proto__":{"name":"x"},"constructor":1}'),
      {},
      [
        ['__proto__', 'new', '{"name":"x"}'],
        ['constructor', 'new', '1'],
      ],
    ],
  ])('reads %j', (json, entity, remarks) => {
    const read = readLive(json);
    expect(read.entity).toEqual(entity);
    expect(read.remarks.map(({ path, kind, shown }) => [path, kind, shown])).toEqual(remarks);
  });

  it('masks keys that are repeated where they don’t belong', () => {
    const { remarks } = readLive({ ...live, backup: 'rtmp://in/sk-1234567', also: ['rk-7654321'] });
    expect(remarks.map(({ shown }) => shown)).toEqual(['"rtmp://in/••••••••"', '["••••••••"]']);
  });

  it('keeps the places of relays, so that keys belong to them', () => {
    const { entity, secrets } = readLive({ relay: [null, { key: 'rk-2' }] });
    expect(entity.relay).toHaveLength(2);
    expect(secrets.relayKeys).toEqual([undefined, 'rk-2']);
  });

  it('bounds remarks, their length, relays and texts', () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 'x'.repeat(999)]),
    );
    const { entity, remarks } = readLive({
      ...many,
      name: 'n'.repeat(1_000_000),
      relay: Array.from({ length: 50_000 }, () => ({ url: 'u' })),
    });
    expect(remarks).toHaveLength(200);
    expect(remarks.every(({ shown, path }) => shown.length <= 200 && path.length <= 200)).toBe(
      true,
    );
    expect(remarks.at(-1)?.shown).toMatch(/^and \d+ more$/);
    expect(entity.relay).toHaveLength(1_000);
    expect(entity.name?.length).toBeLessThan(30_000);
  });
});

describe('the reader in general', () => {
  it('understands numbers where numeric text is documented', () => {
    const profiles = [{ video_profile: { video_resolution: 720, video_bitrate: 2500 } }];
    const { entity, remarks } = readPreset({ profiles });
    expect(entity.profiles).toEqual([{ video: { resolution: '720', bitrate: '2500' } }]);
    expect(remarks).toEqual([]);
  });

  it('understands numeric text where a number is documented, and remarks on it', () => {
    const { entity, remarks } = readVideo({ view: '12', duration: '1.5', id: 'v' });
    expect(entity).toEqual({ view: 12, duration: 1.5, id: 'v' });
    expect(remarks.map(({ path }) => path)).toEqual(['view', 'duration']);
  });

  it('reads a video', () => {
    const json = {
      id: 'v',
      name: 'Trailer',
      description: 'd',
      short_description: 's',
      view: 3,
      poster: 'https://x/p.png',
      thumbnail: 'https://x/t.png',
      input_type: 'VOD',
      duration: 61.5,
      publish_to_cdn: 'queue',
      created_at: 'c',
      updated_at: 'u',
    };
    expect(readVideo(json)).toEqual({
      entity: {
        id: 'v',
        name: 'Trailer',
        description: 'd',
        shortDescription: 's',
        view: 3,
        poster: 'https://x/p.png',
        thumbnail: 'https://x/t.png',
        inputType: 'VOD',
        duration: 61.5,
        publishToCdn: 'queue',
        createdAt: 'c',
        updatedAt: 'u',
      },
      remarks: [],
    });
  });

  it('reads a preset as a profile removal answers with', () => {
    const { entity } = readPreset({ ...preset, is_default: true });
    expect(entity).toMatchObject({ id: 'p1', isDefault: true, profiles: [readProfile] });
  });

  it('never throws, whatever the JSON, and gives only what can be sent to the page', () => {
    const names = [
      'id',
      'name',
      'ingest',
      'key',
      'relay',
      'preset',
      'profiles',
      'video_profile',
      '__proto__',
      'toString',
    ];
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue(),
        fc.array(tie('any')),
        fc.dictionary(fc.constantFrom(...names), tie('any')),
      ),
    })).any;
    fc.assert(
      fc.property(value, (json) => {
        for (const read of [readLive, readVideo, readPreset]) structuredClone(read(json));
      }),
      { numRuns: 300 },
    );
  });

  it('takes deep nesting', () => {
    const deep: unknown = JSON.parse(`{"x":${'[{"y":'.repeat(50_000)}1${'}]'.repeat(50_000)}}`);
    expect(readLive(deep).remarks).toMatchObject([{ path: 'x', kind: 'new' }]);
  });

  it.each([null, undefined, 5, 'text', []])('reads %j as an empty answer', (json) => {
    expect(readVideo(json)).toEqual({ entity: {}, remarks: [] });
  });
});

describe('describesOther', () => {
  it.each([
    [{ id: 'a' }, false],
    [{ id: 'b' }, true],
    [{ id: 5 }, true],
    [{}, false],
    [{ id: null }, false],
  ])('of %j, asked for a, is %s', (json, expected) => {
    expect(describesOther(json, 'a')).toBe(expected);
  });
});
