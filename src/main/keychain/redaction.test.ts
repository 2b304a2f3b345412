import { beforeEach, describe, expect, it } from 'vitest';
import { Redactor } from './redaction.ts';

const secret = 'tök/en+"with\\ all & 100%';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

let redactor: Redactor;

beforeEach(() => {
  redactor = new Redactor();
  redactor.add(secret);
});

describe('Redactor', () => {
  it.each([
    ['raw', secret],
    ['URL-encoded', encodeURIComponent(secret)],
    ['URL-encoded in small letters', encodeURIComponent(secret).toLowerCase()],
    ['in a form', encodeURIComponent(secret).replaceAll('%20', '+')],
    ['in JSON', JSON.stringify({ secret })],
    ['in JSON in JSON', JSON.stringify({ body: JSON.stringify({ secret }) })],
    ['in base64', base64(secret)],
    ['in base64, second alignment', base64(`a${secret}b`)],
    ['in base64, third alignment', base64(`ab${secret}`)],
    ['in base64url', Buffer.from(secret).toString('base64url')],
  ])('takes out a secret %s', (_, text) => {
    const shown = redactor.redact(`before ${text} after`);
    expect(shown).toMatch(/^before .*••••.* after$/);
    for (const part of ['k/en', 'k%2Fen', 'k%2fen', 'with', base64(secret).slice(4, 16)])
      expect(shown).not.toContain(part);
  });

  it('takes out every one, and of two the whole longer one', () => {
    redactor.add('live_1234');
    redactor.add('live_1234_abcd');
    const shown = redactor.redact('a live_1234_abcd b live_1234 c live_1234_abcd d');
    expect(shown).not.toMatch(/live|1234|abcd/);
    expect(shown).toMatch(/^a •+ b •+ c •+ d$/);
  });

  it('does not show how long a secret is', () => {
    redactor.add('x'.repeat(4_000));
    expect(redactor.redact('x'.repeat(4_000))).toMatch(/^•{4,12}$/);
  });

  it('leaves text without a secret as it is', () => {
    expect(redactor.redact('Read live/abc in 12 ms')).toBe('Read live/abc in 12 ms');
  });

  it.each(['', 'a', 'abc'])('leaves text alone for a secret as short as “%s”', (short) => {
    redactor.add(short);
    expect(redactor.redact('abc and a')).toBe('abc and a');
  });

  it('knows a secret until it was removed as often as it was added', () => {
    redactor.add(secret);
    redactor.remove(secret);
    expect(redactor.redact(secret)).not.toContain('with');
    redactor.remove(secret);
    expect(redactor.redact(secret)).toBe(secret);
  });

  it.each([
    ['Authorization: never seen before', 'Authorization: '],
    ['authorization: Bearer abc.def', 'authorization: '],
    ['{"authorization":"never seen"}', '{"authorization":"'],
    ["headers: [['Authorization', 'never seen']]", "headers: [['Authorization', '"],
    ['{"body":"{\\"Authorization\\":\\"never seen\\"}"}', '{"body":"{\\"Authorization\\":\\"'],
    ['Proxy-Authorization=never', 'Proxy-Authorization='],
  ])('takes out the value in %s', (text, start) => {
    const shown = redactor.redact(text);
    expect(shown).toContain(`${start}••••`);
    expect(shown).not.toMatch(/never|seen|abc|def|Bearer/);
  });
});
