import { describe, expect, it } from 'vitest';
import { serviceAddress } from './address.ts';

describe('serviceAddress', () => {
  it.each([
    'https://api.example.com',
    'https://api.example.com:8443',
    'https://api.example.com/pre/fix',
    'http://localhost:8080',
    'http://tally.localhost',
    'http://127.0.0.1:1',
    'http://127.8.9.10',
    'http://[::1]:9000/x',
  ])('takes %s as it is', (address) => {
    expect(serviceAddress(address)).toEqual({ ok: true, address, corrections: [] });
  });

  it.each([
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com/v1', 'https://api.example.com'],
    ['https://api.example.com/pre/v1/', 'https://api.example.com/pre'],
    ['https://api.example.com/pre/V1//', 'https://api.example.com/pre'],
    ['https://api.example.com/pre/v1/live_entities/abc', 'https://api.example.com/pre'],
    ['https://api.example.com/v1/video_presets/a:remove_profiles', 'https://api.example.com'],
    ['https://api.example.com/v1/video_entities', 'https://api.example.com'],
    ['https://api.example.com/v1/live_entities/a%2Fb', 'https://api.example.com'],
    ['https://v1.example.com/v1/v1', 'https://v1.example.com'],
    ['  https://api.example.com\n', 'https://api.example.com'],
    ['https://api.\u200bexam\u00adple.com\ufeff', 'https://api.example.com'],
    ['https://api.exam\r\n  ple.com', 'https://api.example.com'],
    ['"https://api.example.com"', 'https://api.example.com'],
    ['<https://api.example.com/v1>.', 'https://api.example.com'],
    ['“https://api.example.com”,', 'https://api.example.com'],
    ['api.example.com', 'https://api.example.com'],
    ['api.example.com:8443/pre', 'https://api.example.com:8443/pre'],
    ['//api.example.com', 'https://api.example.com'],
    ['https:api.example.com', 'https://api.example.com'],
    ['https:\\\\api.example.com\\pre', 'https://api.example.com/pre'],
    ['localhost:8080', 'http://localhost:8080'],
    ['[::1]:8080/', 'http://[::1]:8080'],
  ])('puts %j right and says so', (typed, address) => {
    const checked = serviceAddress(typed);
    expect(checked).toMatchObject({ ok: true, address });
    expect(checked.ok && checked.corrections.length).toBeGreaterThan(0);
  });

  it('leaves a /v1 in the middle of a prefix', () => {
    const address = 'https://gateway.example.com/v1/tenant';
    expect(serviceAddress(address)).toEqual({ ok: true, address, corrections: [] });
  });

  it('says what it removed', () => {
    expect(serviceAddress('https://api.example.com/v1/live_entities/abc')).toMatchObject({
      corrections: ['“/v1/live_entities/abc” at the end was removed: Tally adds it by itself.'],
    });
  });

  it.each([
    ['https://user:pass@api.example.com', 'user name'],
    ['user:pass@api.example.com', 'user name'],
    ['https://@api.example.com', 'user name'],
    ['https://api.example.com@evil.example', 'user name'],
    ['https://api.example.com?a=1', 'query'],
    ['https://api.example.com/v1/live_entities/a?', 'query'],
    ['https://api.example.com/#', 'fragment'],
    ['api.example.com#x', 'fragment'],
    ['http://api.example.com', 'https'],
    ['http://192.168.0.1', 'https'],
    ['http://0.0.0.0', 'https'],
    ['http://127.0.0.1.example.com', 'https'],
    ['http://localhost.example.com', 'https'],
    ['http://[::2]', 'https'],
    ['ftp://api.example.com', 'ftp'],
    ['javascript:alert(1)', 'javascript'],
    ['file:///etc/passwd', 'file'],
    ['mailto:a@b.example', 'mailto'],
    ['https://a.example https://b.example', 'more than one'],
    ['', 'Enter'],
    [' \u200b ', 'Enter'],
    ['https://', 'not an address'],
    ['https://a..example', 'not an address'],
    ['https://api.example.com:99999', 'not an address'],
    ['https://api.example.com:0', 'not an address'],
    ['https://{base_url}', 'not an address'],
    [`https://${'x'.repeat(64)}.example`, 'not an address'],
    ['sk_live_51H8aBcD', 'not an address'],
    ['x'.repeat(10_000), 'too long'],
  ])('refuses %.60j', (typed, words) => {
    const checked = serviceAddress(typed);
    expect(!checked.ok && checked.reason).toContain(words);
  });

  it.each(['https://me:hunter2@api.example.com', 'https://api.example.com?token=hunter2'])(
    'does not repeat the secrets in %s',
    (typed) => {
      expect(JSON.stringify(serviceAddress(typed))).not.toContain('hunter2');
    },
  );

  it('is content with what it has put right', () => {
    const once = serviceAddress(' <API.Example.com//pre/v1/live_entities/x> ');
    expect(once.ok && serviceAddress(once.address)).toEqual({
      ok: true,
      address: 'https://api.example.com/pre',
      corrections: [],
    });
  });
});
