import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from './csp.ts';
import { isExternalLink, isOwnAddress, isOwnPage, mayUse } from './guards.ts';

const tally = 'tally://app';
const web = 'http://tally.localhost';

describe('an own address', () => {
  it.each([
    ['tally://app/', tally],
    ['tally://app/assets/a.js?x#y', tally],
    ['http://tally.localhost/x', web],
    ['http://tally.localhost:80/', web],
  ])('is %s', (address, origin) => {
    expect(isOwnAddress(address, origin)).toBe(true);
  });

  it.each([
    ['', tally],
    ['null', tally],
    ['tally:app', tally],
    ['tally://apps/', tally],
    ['tally://app.example/', tally],
    ['tally://x@app/', tally],
    ['tally://app:1/', tally],
    ['https://tally.localhost/', web],
    ['http://tally.localhost:81/', web],
    ['http://tally.localhost.example/', web],
    ['http://example/?http://tally.localhost/', web],
    ['about:blank', web],
    ['data:text/html,x', web],
    ['blob:http://tally.localhost/1', web],
  ])('is not %s', (address, origin) => {
    expect(isOwnAddress(address, origin)).toBe(false);
  });
});

it('lets only the one page be gone to', () => {
  expect(isOwnPage('tally://app/', tally)).toBe(true);
  expect(isOwnPage('tally://app/index.html?x#/live/1', tally)).toBe(true);
  expect(isOwnPage('tally://app/assets/a.js', tally)).toBe(false);
  expect(isOwnPage('https://example.com/', tally)).toBe(false);
});

it('opens https addresses outside, and no others', () => {
  expect(isExternalLink('https://example.com/a?b')).toBe(true);
  for (const address of [
    'http://example.com/',
    'https://user:secret@example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-settings:',
    '--help',
    '',
  ])
    expect(isExternalLink(address), address).toBe(false);
});

it('grants the local network, notifications and the full screen to its own origin, and nothing else to anyone', () => {
  for (const permission of [
    'local-network-access',
    'local-network',
    'loopback-network',
    'notifications',
    'fullscreen',
  ]) {
    expect(mayUse(permission, 'tally://app/', tally)).toBe(true);
    expect(mayUse(permission, 'https://example.com/', tally)).toBe(false);
  }
  for (const permission of ['clipboard-read', 'media', 'geolocation', 'unknown'])
    expect(mayUse(permission, 'tally://app/', tally), permission).toBe(false);
});

describe('the content security policy', () => {
  it('allows neither inline scripts, nor eval, nor foreign scripts or frames', () => {
    const policy = contentSecurityPolicy({ sandboxed: false });
    const directives = new Map(
      policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]),
    );
    expect(directives.get('default-src')).toEqual([`'none'`]);
    expect(directives.get('script-src')).toEqual([`'self'`]);
    expect(directives.get('worker-src')).toEqual([`'self'`]);
    expect(directives.get('style-src')).toEqual([`'self'`]);
    for (const name of ['object-src', 'base-uri', 'form-action', 'frame-ancestors'])
      expect(directives.get(name), name).toEqual([`'none'`]);
    expect(policy.match(/unsafe/g)).toHaveLength(1);
    expect(policy).not.toContain('sandbox');
  });

  it('also forbids windows and downloads where the host can’t deny them', () => {
    expect(contentSecurityPolicy({ sandboxed: true })).toMatch(
      /; sandbox allow-scripts allow-same-origin allow-forms allow-popups$/,
    );
  });
});
