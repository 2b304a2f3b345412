import { describe, expect, it } from 'vitest';
import { type Options, argumentsFor, parseOptions, readRef } from './options.ts';

const defaults: Options = {
  host: null,
  demo: false,
  open: null,
  userDataDir: null,
  headless: false,
  remoteDebuggingPort: null,
};

describe('the command line', () => {
  it.each<[string[], Partial<Options>]>([
    [[], {}],
    [['--demo'], { demo: true }],
    [['--host', 'electron'], { host: 'electron' }],
    [['--host=chromium', '--headless'], { host: 'chromium', headless: true }],
    [['--headless'], { headless: true }],
    [['--user-data-dir', 'some where'], { userDataDir: 'some where' }],
    [['--user-data-dir=/a', '--user-data-dir=/b'], { userDataDir: '/b' }],
    [['--remote-debugging-port', '0'], { remoteDebuggingPort: 0 }],
    [['--remote-debugging-port=65535'], { remoteDebuggingPort: 65_535 }],
    [['--open', 'live/abc'], { open: { kind: 'live', id: 'abc' } }],
    [['--open', 'video/a%2Fb%3F'], { open: { kind: 'video', id: 'a/b?' } }],
    [['--open', 'preset/a/b'], { open: { kind: 'preset', id: 'a/b' } }],
    [['--open=live/%25'], { open: { kind: 'live', id: '%' } }],
    [['--open', 'live/😀 x'], { open: { kind: 'live', id: '😀 x' } }],
  ])('is understood: %j', (args, expected) => {
    expect(parseOptions(args)).toEqual({ kind: 'run', options: { ...defaults, ...expected } });
  });

  it.each<[string[], string]>([
    [['--nothing'], '--nothing'],
    [['--demo=1'], '--demo'],
    [['--no-demo'], '--no-demo'],
    [['live/abc'], 'live/abc'],
    [['--', 'x'], 'x'],
    [['--host'], '--host'],
    [['--host', 'firefox'], '“firefox”'],
    [['--host', ''], '“”'],
    [['--host', 'electron', '--headless'], 'Chromium host only'],
    [['--user-data-dir', ''], 'path of a folder'],
    [['--remote-debugging-port', '65536'], '“65536”'],
    [['--remote-debugging-port', '-1'], '--remote-debugging-port'],
    [['--remote-debugging-port', '0x10'], '“0x10”'],
    [['--remote-debugging-port', '1.5'], '“1.5”'],
    [['--remote-debugging-port='], '“”'],
    [['--open', 'live'], '“live”'],
    [['--open', 'live/'], '“live/”'],
    [['--open', 'show/abc'], '“show/abc”'],
    [['--open', 'live/100%'], 'percent-encoded'],
    [['--open', `live/${'x'.repeat(5_001)}`], '5000 characters'],
    [['--help', '--nothing'], '--nothing'],
  ])('is refused with a reason: %j', (args, reason) => {
    const asked = parseOptions(args);
    expect(asked.kind).toBe('wrong');
    expect(asked.kind === 'wrong' && asked.message).toContain(reason);
    expect(asked.kind === 'wrong' && asked.message).toMatch(/^[^\n]{1,200}\.$/);
  });

  it('asks for help or the version before anything is run', () => {
    expect(parseOptions(['--help', '--demo'])).toEqual({ kind: 'help' });
    expect(parseOptions(['-h'])).toEqual({ kind: 'help' });
    expect(parseOptions(['--version'])).toEqual({ kind: 'version' });
  });

  it('is the same again after it was handed to another process', () => {
    const options: Options = {
      host: null,
      demo: true,
      open: { kind: 'live', id: '100% a/b --demo' },
      userDataDir: '/with space/--demo',
      headless: true,
      remoteDebuggingPort: 0,
    };
    expect(parseOptions(argumentsFor(options))).toEqual({ kind: 'run', options });
    expect(parseOptions(argumentsFor(defaults))).toEqual({ kind: 'run', options: defaults });
  });
});

describe('a message from a second start', () => {
  it('names an entity or nothing', () => {
    expect(readRef({ kind: 'live', id: 'a', more: 1 })).toEqual({ kind: 'live', id: 'a' });
    for (const odd of [null, 'live/a', {}, { kind: 'live' }, { kind: 'show', id: 'a' }])
      expect(readRef(odd)).toBeNull();
    expect(readRef({ kind: 'live', id: '' })).toBeNull();
    expect(readRef({ kind: 'live', id: 'x'.repeat(5_001) })).toBeNull();
  });
});
