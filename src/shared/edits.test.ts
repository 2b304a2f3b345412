import { describe, expect, it } from 'vitest';
import {
  type LiveFields,
  type Problem,
  type RelayFields,
  type VideoFields,
  mayBeSent,
  problemsOfLive,
  problemsOfRemoval,
  problemsOfVideo,
} from './edits.ts';
import { pictureAddressFindings, relayAddressFindings } from './media-addresses.ts';

const relay = (row: string, change: Partial<RelayFields> = {}): RelayFields => ({
  row,
  origin: row,
  name: '',
  url: `rtmp://${row}.example/live`,
  key: { kind: 'unchanged' },
  ...change,
});
const typed = (key: string): RelayFields['key'] => ({ kind: 'typed', key });
const fresh = (url: string, key: string, row = 'new'): RelayFields =>
  relay(row, { origin: null, url, key: typed(key) });
const base: LiveFields = {
  name: 'Show',
  description: 'Every day',
  relays: [relay('a'), relay('b')],
};
const said = (problems: readonly Problem[]): string[] =>
  problems.map(({ field, level }) => `${field} ${level}`);
const live = (change: Partial<LiveFields>, from = base): string[] =>
  said(problemsOfLive({ ...from, ...change }, from));

describe('the texts of a live entity', () => {
  it.each<[Partial<LiveFields>, string[]]>([
    [{}, []],
    [{ name: 'New', description: 'New' }, []],
    [{ name: '' }, ['name error']],
    [{ name: ' \u200b\t' }, ['name error']],
    [{ name: 'ش'.repeat(100) }, []],
    [{ name: '🎬'.repeat(100) }, []],
    [{ name: '🎬'.repeat(101) }, ['name warning']],
    [{ name: 'a\ud800' }, ['name error']],
    [{ description: '' }, ['description error']],
    [{ description: '  ' }, ['description warning']],
    [{ description: 'x'.repeat(1_000) }, []],
    [{ description: `${'x'.repeat(1_000)}\n` }, ['description warning']],
    [{ description: 'x'.repeat(1_000_000) }, ['description warning']],
  ])('%# have the problems %2$j', (change, problems) => {
    expect(live(change)).toEqual(problems);
  });

  it('say nothing of a description that was empty before, or of what isn’t touched', () => {
    const empty = { ...base, name: '', description: '' };
    expect(live({}, empty)).toEqual([]);
    expect(live({ description: '' }, { ...base, description: '' })).toEqual([]);
  });

  it('explain that there is no way to empty the description', () => {
    const [problem] = problemsOfLive({ ...base, description: '' }, base);
    expect(problem?.text).toContain('no way');
  });
});

describe('a relay address', () => {
  it.each([
    ['rtmp://live.example.com/app', '', []],
    ['rtmps://live.example.com:443/app/', 'k', []],
    ['RTMP://[2001:db8::1]:1935/app?x=1', 'k', []],
    ['rtmp://exämple.com/live', 'k', []],
    ['', 'k', ['error']],
    ['rtmp://', 'k', ['error']],
    ['rtmp:///app', 'k', ['error']],
    ['rtmp://:1935/app', 'k', ['error']],
    ['rtmp://user@/app', 'k', ['error']],
    ['rtmp:/host/app', 'k', ['error']],
    ['rtmp://host:0/app', 'k', ['error']],
    ['rtmp://host:99999/app', 'k', ['error']],
    ['rtmp://host:/app', 'k', ['error']],
    ['rtmp://ho<st/app', 'k', ['error']],
    ['rtmp://host/a b', 'k', ['error']],
    [' rtmp://host/app', 'k', ['error']],
    ['rtmp://host/app\n', 'k', ['error']],
    ['rtmp://host/a\u0000', 'k', ['error']],
    ['http://host/app', 'k', ['error']],
    ['https://host/app', 'k', ['error']],
    ['srt://host:9000', 'k', ['error']],
    ['javascript:alert(1)', 'k', ['error']],
    ['host.example/app', 'k', ['error']],
    ['localhost:1935/app', 'k', ['error']],
    [`rtmp://host/${'a'.repeat(10_240)}`, 'k', ['error']],
    ['rtmp://user:pass@host/app', 'k', ['warning']],
    ['rtmp://host/app\u200b', 'k', ['warning']],
    ['rtmp://host/\u202eapp', 'k', ['warning']],
    ['\ufeffrtmp://host/app', 'k', ['error']],
    ['rtmp://host/live/abcd-efgh-1234', '', ['warning']],
    ['rtmp://host/live/abcd-efgh-1234', 'abcd-efgh-1234', ['warning']],
    ['rtmp://host/live/abcd-efgh-1234', 'another-key', []],
    ['rtmp://host/live/abcd-efgh-1234', null, []],
    ['rtmp://host/abcd-efgh-1234', '', []],
  ])('%j with the key %j has %j', (address, key, levels) => {
    const findings = relayAddressFindings(address, key);
    expect(findings.map(({ level }) => level)).toEqual(levels);
    for (const { text } of findings) expect(text.length).toBeLessThan(200);
  });

  it('gives a reason of its own for each kind of mistake', () => {
    const mistakes = ['', 'rtmp://h/a b', ' rtmp://h', 'http://h', 'h/app', 'rtmp:///a', 'rtmp:h'];
    const reasons = mistakes.map((address) => relayAddressFindings(address, 'k')[0]?.text);
    expect(new Set(reasons).size).toBe(mistakes.length);
  });
});

describe('relays', () => {
  it('need an address and a key when they are new', () => {
    expect(live({ relays: [...base.relays, fresh('', '')] })).toEqual([
      'relay/new/url error',
      'relay/new/key error',
    ]);
    expect(live({ relays: [relay('new', { origin: null })] })).toEqual(['relay/new/key error']);
    expect(live({ relays: [fresh('rtmp://n/live', 'a key')] })).toEqual(['relay/new/key warning']);
    expect(live({ relays: [fresh('rtmp://n/live', 'key\n')] })).toEqual(['relay/new/key warning']);
    expect(live({ relays: [fresh('rtmp://n/live', 'key')] })).toEqual([]);
  });

  it('may all be removed', () => {
    expect(live({ relays: [] })).toEqual([]);
  });

  it('hold nothing up that the service holds already', () => {
    const odd = {
      ...base,
      relays: [relay('a', { url: 'http://old' }), relay('b', { key: typed('') })],
    };
    expect(live({ name: 'New' }, odd)).toEqual([]);
    const [first, second] = odd.relays;
    if (first === undefined || second === undefined) throw new Error('No relays');
    expect(live({ relays: [first, { ...second, name: 'New' }] }, odd)).toEqual([
      'relay/a/url warning',
      'relay/b/key error',
    ]);
    expect(live({ relays: [{ ...first, url: 'http://new' }] }, odd)).toEqual(['relay/a/url error']);
  });

  it('may have a key that was typed and deleted again', () => {
    expect(live({ relays: [relay('a', { name: 'New', key: typed('') }), relay('b')] })).toEqual([]);
  });

  it('are pointed out when they are the same target', () => {
    const same = (first: RelayFields, second: RelayFields): string[] =>
      problemsOfLive({ ...base, relays: [first, second] }, { ...base, relays: [relay('a')] }).map(
        ({ field, text }) => `${field} ${text.includes('same key') ? 'same' : 'maybe'}`,
      );
    const [url, twin] = ['rtmp://a.example/live', 'rtmp://A.example/live/'];
    expect(same(fresh(url, 'k', 'x'), fresh(twin, 'k', 'y'))).toEqual([
      'relay/x/url same',
      'relay/y/url same',
    ]);
    expect(same(fresh(url, 'k', 'x'), fresh(twin, 'other', 'y'))).toEqual([]);
    expect(same(relay('a'), fresh(twin, 'k', 'y'))).toEqual(['relay/y/url maybe']);
    const known = problemsOfLive(
      { ...base, relays: [relay('a'), fresh(twin, 'k', 'y')] },
      base,
      ({ key }) => (key.kind === 'typed' ? key.key : 'k'),
    );
    expect(known[0]?.text).toContain('same key');
    const twins = [relay('a', { url }), relay('b', { url })];
    expect(
      live({ relays: [...twins, fresh('rtmp://n/l', 'k')] }, { ...base, relays: twins }),
    ).toEqual([]);
  });
});

describe('a video', () => {
  const known: VideoFields = {
    name: 'Film',
    description: 'Long',
    shortDescription: '',
    poster: 'https://x/p.jpg',
    thumbnail: null,
  };
  const nothing: VideoFields = {
    name: null,
    description: null,
    shortDescription: null,
    poster: null,
    thumbnail: null,
  };
  it.each<[Partial<VideoFields>, VideoFields, string[]]>([
    [{}, known, []],
    [{}, nothing, []],
    [{ name: '', description: '', poster: '' }, nothing, []],
    [{ name: '' }, known, ['name error']],
    [{ description: '', poster: '' }, known, ['description error', 'poster error']],
    [{ shortDescription: '', thumbnail: '' }, known, []],
    [{ name: 'x'.repeat(101) }, nothing, ['name warning']],
    [{ shortDescription: 'x'.repeat(1_001) }, nothing, ['shortDescription warning']],
    [{ poster: 'ftp://x/p', thumbnail: 'p.jpg' }, known, ['poster error', 'thumbnail error']],
  ])('with %j', (change, from, problems) => {
    expect(said(problemsOfVideo({ ...from, ...change }, from))).toEqual(problems);
  });

  it.each([
    ['https://x/p.jpg?a=1#b', []],
    ['http://192.0.2.1:8080/p', []],
    ['https://', ['error']],
    ['https:x/p.jpg', ['error']],
    ['javascript:alert(1)', ['error']],
    ['data:image/png;base64,AA', ['error']],
    ['https://x/a b', ['error']],
    ['https://u:p@x/a', ['warning']],
    [`https://x/${'a'.repeat(10_240)}`, ['error']],
  ])('has the poster %j with %j', (address, levels) => {
    expect(pictureAddressFindings(address, 'The poster').map(({ level }) => level)).toEqual(levels);
  });
});

describe('removing profiles', () => {
  const profiles = [{ id: '1' }, { id: '2' }, {}];
  it.each([
    [['1'], profiles, null],
    [['1', '2'], profiles, null],
    [['1'], [{ id: '1' }], 'last profile'],
    [['1', '2'], profiles.slice(0, 2), 'All profiles'],
    [[], profiles, 'Choose'],
    [['9'], profiles, 'no profile with the identifier 9'],
    [['1,2'], null, 'comma'],
    [['1', ' '], null, 'empty'],
    [[' 1'], null, 'space'],
  ])('%j of %j: %s', (profileIds, from, reason) => {
    const problems = problemsOfRemoval({ profileIds }, from);
    expect(mayBeSent(problems)).toBe(reason === null);
    if (reason !== null) expect(problems[0]?.text).toContain(reason);
  });

  it('is allowed with a warning when the profiles aren’t known', () => {
    expect(said(problemsOfRemoval({ profileIds: ['1', '2'] }, null))).toEqual(['profiles warning']);
  });
});
