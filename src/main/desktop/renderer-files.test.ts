import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RendererFiles } from './renderer-files.ts';

const root = mkdtempSync(join(tmpdir(), 'tally-files-'));
const files = new RendererFiles(join(root, 'renderer'), `default-src 'none'`);

beforeAll(() => {
  mkdirSync(join(root, 'renderer', 'assets'), { recursive: true });
  mkdirSync(join(root, 'renderer-other'));
  writeFileSync(join(root, 'renderer', 'index.html'), '<!doctype html>page');
  writeFileSync(join(root, 'renderer', 'assets', 'main.js'), 'script');
  writeFileSync(join(root, 'renderer', 'assets', 'a b.css'), 'style');
  writeFileSync(join(root, 'renderer', '.hidden'), 'secret');
  writeFileSync(join(root, 'secret.txt'), 'secret');
  writeFileSync(join(root, 'renderer-other', 'secret.txt'), 'secret');
  symlinkSync(join(root, 'secret.txt'), join(root, 'renderer', 'link.txt'));
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

describe.each(['tally://app', 'http://tally.localhost'])('at %s', (origin) => {
  it.each([
    ['/', 'page', 'text/html; charset=utf-8'],
    ['', 'page', 'text/html; charset=utf-8'],
    ['/?a#b', 'page', 'text/html; charset=utf-8'],
    ['/index.html', 'page', 'text/html; charset=utf-8'],
    ['/assets/main.js?v=1', 'script', 'text/javascript; charset=utf-8'],
    ['/assets/a%20b.css', 'style', 'text/css; charset=utf-8'],
  ])('gives %j', async (path, text, type) => {
    const { status, headers, body } = await files.answer(origin + path);
    expect(status).toBe(200);
    expect(body.toString()).toContain(text);
    expect(headers).toMatchObject({
      'Content-Type': type,
      'Content-Security-Policy': `default-src 'none'`,
      'X-Content-Type-Options': 'nosniff',
    });
  });

  it.each([
    '/missing.js',
    '/assets',
    '/assets/',
    '//secret.txt',
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/../renderer-other/secret.txt',
    '/%2Fetc%2Fpasswd',
    '//etc/passwd',
    '/C:%5Csecret.txt',
    '/C:/secret.txt',
    '/index.html::$DATA',
    '/index.html%00.js',
    '/%00',
    '/%',
    '/%ff',
    '/link.txt',
    '/.hidden',
  ])('gives nothing of %j', async (path) => {
    const { status, body, headers } = await files.answer(origin + path);
    expect(status).toBe(404);
    expect(body.toString()).toBe('There is no such file.');
    expect(headers['Content-Security-Policy']).toBe(`default-src 'none'`);
  });
});

it('gives nothing of what is no address', async () => {
  expect((await files.answer('../secret.txt')).status).toBe(404);
});
