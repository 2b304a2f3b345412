import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Log } from './log.ts';
import { Redactor } from './redaction.ts';

let folder: string;
let redactor: Redactor;
let log: Log;

const open = (): Log => new Log(folder, redactor, () => Date.UTC(2026, 0, 2, 3, 4, 5, 6));
const file = (name = 'tally.log'): string => join(folder, 'logs', name);
const text = (name?: string): string => readFileSync(file(name), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-log-'));
  redactor = new Redactor();
  log = open();
});

afterEach(() => {
  log.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('Log', () => {
  it('writes a line at once, with time, level, area, message and data', () => {
    log.write('warning', 'keychain', 'It is locked', { id: 'one', tries: 2 });
    expect(text()).toBe(
      '2026-01-02T03:04:05.006Z warning keychain It is locked {"id":"one","tries":2}\n',
    );
  });

  it('goes on at the end of the file at the next start', () => {
    log.write('info', 'a', 'first');
    log.close();
    log = open();
    log.write('info', 'a', 'second');
    expect(text()).toMatch(/first\n.*second\n$/);
  });

  it('never writes a secret, nor half of one', () => {
    redactor.add('canary token');
    log.write('info', 'canary', 'sent canary token', {
      headers: { authorization: 'canary token' },
    });
    log.write('error', 'canary', `${'x'.repeat(15_990)}canary token`);
    log.write('error', 'canary', `${'x'.repeat(63_990)}canary token`);
    expect(text()).not.toMatch(/canary t/);
    expect(text()).toContain('sent ••••');
  });

  it('keeps an entry in one line of at most 16,000 characters', () => {
    log.write('error', 'a', `one\r\n  two\u2028three${'x'.repeat(100_000)}`, { long: 'y' });
    expect(text().split('\n')).toHaveLength(2);
    expect(text()).toContain('one two three');
    expect(text().length).toBeLessThan(16_100);
  });

  it('shows errors with their cause, and whatever JSON can’t hold', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    log.write('error', 'a', 'failed', { error: new Error('outer', { cause: new Error('inner') }) });
    log.write('error', 'a', 'failed', { big: 10n });
    log.write('error', 'a', 'looped', loop);
    expect(text()).toMatch(/outer.*inner/);
    expect(text()).toContain('"big":"10"');
    expect(text()).toContain('looped "not shown');
  });

  it('starts a new file at 1 MB and keeps two older ones', () => {
    const line = 'x'.repeat(15_000);
    for (let count = 0; count < 300; count += 1) log.write('info', 'a', `${count} ${line}`);
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual([
      'tally.1.log',
      'tally.2.log',
      'tally.log',
    ]);
    for (const name of ['tally.log', 'tally.1.log', 'tally.2.log'])
      expect(statSync(file(name)).size).toBeLessThanOrEqual(1_000_000);
    expect(text()).toContain(' 299 xxx');
    const numbers = ['tally.2.log', 'tally.1.log', 'tally.log'].flatMap((name) =>
      [...text(name).matchAll(/ a (\d+) /g)].map((match) => Number(match[1])),
    );
    expect(numbers).toEqual(
      Array.from({ length: numbers.length }, (_, at) => 300 - numbers.length + at),
    );
  });

  it.skipIf(process.platform === 'win32')('lets nobody else read it', () => {
    log.write('info', 'a', 'b');
    expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it('stays silent where it can’t write, and writes again as soon as it can', () => {
    writeFileSync(join(folder, 'logs'), 'a file in the way');
    expect(() => {
      log.write('info', 'a', 'lost');
    }).not.toThrow();
    rmSync(join(folder, 'logs'));
    log.write('info', 'a', 'kept');
    expect(text()).toMatch(/^.* kept\n$/);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'stays silent in a folder that is read-only',
    () => {
      mkdirSync(join(folder, 'logs'));
      chmodSync(join(folder, 'logs'), 0o500);
      expect(() => {
        log.write('info', 'a', 'lost');
      }).not.toThrow();
      chmodSync(join(folder, 'logs'), 0o700);
    },
  );

  it.skipIf(process.platform !== 'linux')('stays silent on a full disk', () => {
    mkdirSync(join(folder, 'logs'));
    symlinkSync('/dev/full', file());
    expect(() => {
      log.write('info', 'a', 'lost');
      log.write('info', 'a', 'lost as well');
    }).not.toThrow();
  });
});
