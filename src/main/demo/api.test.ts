import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from './answer.ts';
import { perform, routeOf, unauthorised } from './api.ts';
import { catalogue } from './catalogue.ts';
import { Entities } from './entities.ts';

const now = Date.UTC(2026, 5, 1, 12, 0, 0, 123);
let entities: Entities;

beforeEach(() => {
  entities = new Entities(catalogue(now, 'http://pictures'), (id) => ({
    hls: `http://media/${id}.m3u8`,
    dash: `http://media/${id}.mpd`,
  }));
});

function ask(method: string, path: string, body?: unknown): Answer {
  const route = routeOf(method, path);
  if ('refused' in route) return route.refused;
  return perform(route, typeof body === 'string' ? body : JSON.stringify(body), entities, now);
}

const LIVE = '/v1/live_entities/live_studio_b';
const VIDEO = '/v1/video_entities/video_match_recap';
const PRESET = '/v1/video_presets/preset_event_ladder:remove_profiles';

const refused = (status: number) => ({
  status,
  body: { message: expect.any(String), error_type: 'invalid_request_error' },
});

describe('routeOf', () => {
  it.each([
    ['GET', '/v1/live_entities/abc', 'retrieve-live', 'abc'],
    ['PUT', '/v1/live_entities/abc', 'update-live', 'abc'],
    ['PUT', '/v1/video_entities/abc', 'update-video', 'abc'],
    ['POST', '/v1/video_presets/abc:remove_profiles', 'remove-profiles', 'abc'],
    ['GET', '/v1/live_entities/a%2Fb%3Fc%25%20%F0%9F%8E%A5', 'retrieve-live', 'a/b?c% 🎥'],
    ['GET', '/v1/live_entities/abc?verbose=1', 'retrieve-live', 'abc'],
    ['POST', '/v1/video_presets/a%3Ab:remove_profiles', 'remove-profiles', 'a:b'],
    [
      'POST',
      '/v1/video_presets/a:remove_profiles:remove_profiles',
      'remove-profiles',
      'a:remove_profiles',
    ],
  ])('%s %s calls %s', (method, path, operation, id) => {
    expect(routeOf(method, path)).toEqual({ operation, id });
  });

  it.each([
    ['GET', '/', 404],
    ['GET', '/v1/live_entities', 404],
    ['GET', '/v2/live_entities/abc', 404],
    ['GET', '/v1/live_entities/a/b', 404],
    ['DELETE', '/v1/live_entities/abc', 404],
    ['GET', '/v1/video_entities/abc', 404],
    ['POST', '/v1/video_presets/abc', 404],
    ['POST', '/v1/video_presets/abc%3Aremove_profiles', 404],
    ['PUT', '/v1/video_entities/', 400],
    ['GET', '/v1/live_entities/', 400],
    ['POST', '/v1/video_presets/:remove_profiles', 400],
    ['GET', '/v1/live_entities/%E0%A4%A', 400],
  ])('%s %s is refused with %i', (method, path, status) => {
    expect(routeOf(method, path)).toEqual({ refused: refused(status) });
  });
});

describe('unauthorised', () => {
  it('takes the raw token and nothing else', () => {
    expect(unauthorised('secret', 'secret')).toBeNull();
    for (const wrong of [undefined, '', 'Secret', 'Bearer secret', 'secret2'])
      expect(unauthorised(wrong, 'secret')).toEqual(refused(401));
  });
});

describe('retrieving a live entity', () => {
  it('gives both playback addresses, the preset with its profiles, and whole relays', () => {
    const { status, body } = ask('GET', LIVE);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(
      'id name description dvr encode ingest playback preset region relay status created_at updated_at'.split(
        ' ',
      ),
    );
    expect(body).toMatchObject({
      id: 'live_studio_b',
      name: 'Studio B',
      status: 'broadcasting',
      ingest: { url: expect.stringMatching(/^rtmp:/), key: expect.any(String) },
      playback: {
        hls: 'http://media/live_studio_b.m3u8',
        dash: 'http://media/live_studio_b.mpd',
      },
      preset: { id: 'preset_event_ladder', profiles: [{}, {}, {}] },
      relay: [{ status: 'enable' }, { status: 'error' }],
    });
    expect(body['preset']).not.toHaveProperty('is_default');
    for (const relay of body['relay'] as object[])
      expect(Object.keys(relay)).toEqual([
        'id',
        'name',
        'url',
        'key',
        'status',
        'created_at',
        'updated_at',
      ]);
  });

  it('answers 404 for one that does not exist', () => {
    expect(ask('GET', '/v1/live_entities/nobody')).toEqual(refused(404));
  });

  it('has a ready one without relays and without a preset', () => {
    expect(ask('GET', '/v1/live_entities/live_rehearsal').body).toMatchObject({
      status: 'ready',
      relay: [],
      preset: null,
    });
  });
});

describe('updating a live entity', () => {
  it('gives the smaller set of fields, and fractional seconds', () => {
    const { status, body } = ask('PUT', LIVE, { name: 'Studio C' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Studio C',
      description: 'The small studio, for interviews.',
      updated_at: '2026-06-01T12:00:00.123Z',
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      preset: { id: 'preset_event_ladder' },
    });
    expect(body['playback']).toEqual({ hls: 'http://media/live_studio_b.m3u8' });
    for (const relay of body['relay'] as object[])
      expect(Object.keys(relay)).toEqual(['url', 'key']);
    expect(ask('PUT', '/v1/live_entities/live_rehearsal', { name: 'x' }).body['preset']).toBeNull();
  });

  it('takes effect, and leaves the fields that were not sent', () => {
    const before = ask('GET', LIVE).body;
    ask('PUT', LIVE, { description: 'New.' });
    const after = ask('GET', LIVE).body;
    expect(after).toEqual({
      ...before,
      description: 'New.',
      updated_at: '2026-06-01T12:00:00.123Z',
    });
  });

  it('replaces the relays: one that stays keeps its facts, a new one gets its own', () => {
    const [first] = ask('GET', LIVE).body['relay'] as { url: string; key: string; id: string }[];
    if (first === undefined) throw new Error('no relay');
    const added = { url: 'rtmp://new.example.com/in', key: 'k', name: 'New' };
    ask('PUT', LIVE, { relay: [added, { url: first.url, key: first.key }] });
    expect(ask('GET', LIVE).body['relay']).toEqual([
      {
        ...added,
        id: expect.any(String),
        status: 'enable',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
      { ...first, name: undefined, updated_at: '2026-06-01T12:00:00Z' },
    ]);
  });

  it('takes a relay whose key changed for a new one', () => {
    const [, failing] = ask('GET', LIVE).body['relay'] as { url: string; status: string }[];
    expect(failing?.status).toBe('error');
    ask('PUT', LIVE, { relay: [{ url: failing?.url, key: 'another' }] });
    expect(ask('GET', LIVE).body['relay']).toMatchObject([{ key: 'another', status: 'enable' }]);
  });

  it('clears the relays with one empty object, and only so', () => {
    const relays = ask('GET', LIVE).body['relay'];
    ask('PUT', LIVE, { relay: [] });
    expect(ask('GET', LIVE).body['relay']).toEqual(relays);
    expect(ask('PUT', LIVE, { relay: [{}] }).body['relay']).toEqual([]);
    expect(ask('GET', LIVE).body['relay']).toEqual([]);
  });

  it.each([
    ['an empty name', { name: '' }],
    ['an empty description', { description: '' }],
    ['a name that is no text', { name: 7 }],
    ['a null', { description: null }],
    ['a name past 100 characters', { name: '🎥'.repeat(101) }],
    ['a description past 1,000 characters', { description: 'x'.repeat(1_001) }],
    ['relays that are no array', { relay: {} }],
    ['a relay without a key', { relay: [{ url: 'rtmp://a/b' }] }],
    ['a relay with an empty address', { relay: [{ url: '', key: 'k' }] }],
    ['an empty object beside a relay', { relay: [{}, { url: 'rtmp://a/b', key: 'k' }] }],
    ['a relay that is null', { relay: [null] }],
    ['a good name beside a bad relay', { name: 'Good', relay: [7] }],
    ['a body that is no object', [1]],
    ['a body that is no JSON', '{"name":'],
    ['no body', ''],
  ])('refuses %s and changes nothing', (_, body) => {
    const before = ask('GET', LIVE);
    expect(ask('PUT', LIVE, body)).toEqual(refused(400));
    expect(ask('GET', LIVE)).toEqual(before);
  });

  it('takes a name of exactly 100 characters', () => {
    expect(ask('PUT', LIVE, { name: '🎥'.repeat(100) }).status).toBe(200);
  });

  it('answers 404 for one that does not exist', () => {
    expect(ask('PUT', '/v1/live_entities/nobody', { name: 'x' })).toEqual(refused(404));
  });
});

describe('updating a video', () => {
  it('gives the whole video and keeps the change', () => {
    const { status, body } = ask('PUT', VIDEO, { short_description: 'Short.' });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(
      'created_at description duration id input_type name poster publish_to_cdn short_description thumbnail updated_at view'.split(
        ' ',
      ),
    );
    expect(body).toMatchObject({ name: 'Match recap, week 46', short_description: 'Short.' });
    expect(ask('PUT', VIDEO, {}).body).toMatchObject({ short_description: 'Short.' });
  });

  it.each(['name', 'description', 'short_description', 'poster', 'thumbnail'])(
    'refuses an empty %s',
    (field) => {
      expect(ask('PUT', VIDEO, { [field]: '' })).toEqual(refused(400));
    },
  );

  it('answers 404 for one that does not exist', () => {
    expect(ask('PUT', '/v1/video_entities/nobody', { name: 'x' })).toEqual(refused(404));
  });
});

describe('removing profiles from a preset', () => {
  const left = (answer: Answer) =>
    (answer.body['profiles'] as { id: string }[]).map(({ id }) => id);

  it('gives the preset with the profiles that remain, to the live entities too', () => {
    const answer = ask('POST', PRESET, { profile_ids: 'profile_240p, profile_144p' });
    expect(answer).toMatchObject({
      status: 200,
      body: { is_default: true, description: expect.any(String) },
    });
    expect(left(answer)).toEqual(['profile_360p']);
    expect(ask('GET', LIVE).body['preset']).toMatchObject({ profiles: [{ id: 'profile_360p' }] });
  });

  it('is refused when one profile is left', () => {
    const single = '/v1/video_presets/preset_upright:remove_profiles';
    expect(ask('POST', single, { profile_ids: 'profile_upright_720p' })).toEqual(refused(400));
  });

  it.each([
    ['all profiles', 'profile_360p,profile_240p,profile_144p'],
    ['a profile it has not', 'profile_360p,profile_4k'],
    ['nothing', ''],
    ['an empty name in the list', 'profile_360p,,profile_240p'],
    ['an array', ['profile_360p']],
    ['no list at all', undefined],
  ])('is refused for %s', (_, profileIds) => {
    expect(ask('POST', PRESET, { profile_ids: profileIds })).toEqual(refused(400));
    expect(ask('GET', LIVE).body['preset']).toMatchObject({ profiles: [{}, {}, {}] });
  });

  it('answers 404 for a preset that does not exist', () => {
    const nowhere = '/v1/video_presets/nobody:remove_profiles';
    expect(ask('POST', nowhere, { profile_ids: 'x' })).toEqual(refused(404));
  });
});
