import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlCommand, maskSecrets, maskedExcerpt, maskedJson, namesSecret } from './masking.ts';

const dots = '••••••••';

describe('maskSecrets', () => {
  const secret = 'pä55/wö+rd "&<x>';

  it.each([
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    encodeURI(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    'pä55/wö+rd &quot;&amp;&lt;x&gt;',
  ])('finds %s', (echo) => {
    expect(maskSecrets(`a ${echo} b`, [secret])).toBe(`a ${dots} b`);
  });

  it('finds a secret in base64 whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const echo = Buffer.from(before + secret + after).toString('base64');
        expect(maskSecrets(echo, [secret])).toContain(dots);
      }),
    );
  });

  it('leaves what is too short to be a secret', () => {
    expect(maskSecrets('a live one', ['a', '', 'on'])).toBe('a live one');
  });

  it('masks the longer of two secrets that begin alike', () => {
    expect(maskSecrets('key-1234-5678', ['key-1234', 'key-1234-5678'])).toBe(dots);
  });

  it('ends soon with very many secrets and a long text', () => {
    const secrets = Array.from({ length: 100_000 }, (_, n) => `secret-${n}`);
    const masked = maskSecrets(`secret-0 ${'x'.repeat(5_000_000)}`, secrets);
    expect(masked.startsWith(dots)).toBe(true);
  });
});

describe('maskedJson', () => {
  it('indents, and puts dots for what key-like names hold', () => {
    const text =
      '{"id":"a","ingest":{"url":"rtmp://x/live","key":"sk-123456789"},"apiToken":7,"list":[],"o":{},"dvr":true,"password":null}';
    expect(maskedJson(text, [])).toBe(`{
  "id": "a",
  "ingest": {
    "url": "rtmp://x/live",
    "key": "${dots}"
  },
  "apiToken": ${dots},
  "list": [],
  "o": {},
  "dvr": true,
  "password": null
}`);
  });

  it('puts dots for known and found secrets inside other texts, names included', () => {
    const text =
      '{"key":"sk-123456789","url":"rtmp:\\/\\/x\\/sk-123456789","tok-9876":"a tok-9876"}';
    const masked = maskedJson(text, ['tok-9876']);
    expect(masked).not.toMatch(/sk-|tok-/);
    expect(masked).toContain(`"rtmp://x/${dots}"`);
  });

  it('hides everything inside a list or object with a secret name, but not what follows', () => {
    const masked = maskedJson('{"tokens":["aaaa",{"name":"bbbb","n":[1234]}],"name":"cccc"}', []);
    expect(masked).not.toMatch(/aaaa|bbbb|1234/);
    expect(masked).toContain('"name": "cccc"');
  });

  it('finds a secret name that is written with escapes', () => {
    expect(maskedJson('{"\\u006bey":"sk-123456789"}', [])).not.toContain('sk-1');
  });

  it('keeps figures as they came, and the name of a key frame setting', () => {
    const masked = maskedJson('{"view":12345678901234567890,"d":1.50,"keyframe_interval":2}', []);
    expect(masked).toContain('12345678901234567890');
    expect(masked).toContain('1.50');
    expect(masked).toContain('"keyframe_interval": 2');
  });

  it('says the same as the JSON it was given, where nothing is secret', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!namesSecret(text));
        expect(JSON.parse(maskedJson(text, []))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('takes deep nesting and very long texts', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(maskedJson(deep, []).length).toBeGreaterThan(200_000);
    expect(maskedJson(`{"name":"${'x\\"'.repeat(500_000)}"}`, [])).toContain('name');
  });
});

describe('maskedExcerpt', () => {
  it('keeps the first 2 kB as they came, and no half character', () => {
    expect(maskedExcerpt('{"a":  1}\n', [])).toBe('{"a":  1}\n');
    expect(maskedExcerpt('é'.repeat(3_000), [])).toBe('é'.repeat(1_024));
    expect(maskedExcerpt(`x${'é'.repeat(3_000)}`, [])).toBe(`x${'é'.repeat(1_023)}`);
  });

  it('hides a key in JSON that breaks off inside it', () => {
    expect(maskedExcerpt('{"relay":[{"url":"u","key":"rk-55', [])).toBe(
      `{"relay":[{"url":"u","key":"${dots}"`,
    );
  });

  it('shows no part of a secret that stands where it is cut', () => {
    const secret = 'abcdefghijklmnop';
    for (let at = 2_030; at < 2_050; at += 1)
      expect(maskedExcerpt(`${'.'.repeat(at)}${secret}`, [secret])).not.toContain('a');
  });
});

describe('curlCommand', () => {
  it.each([
    ['a', "'https://h/p/v1/live_entities/a'"],
    ['a/b c', "'https://h/p/v1/live_entities/a%2Fb%20c'"],
    ["it's $(rm)", "'https://h/p/v1/live_entities/it'\\''s%20%24(rm)'"],
  ])('quotes %j for a shell', (id, quoted) => {
    expect(curlCommand('https://h/p', id)).toBe(`curl -H "Authorization: $TALLY_TOKEN" ${quoted}`);
  });
});
