import { describe, expect, it } from 'vitest';
import { Cipher, newDataKey } from './cipher.ts';

const cipher = new Cipher(Buffer.alloc(32, 1));
const place = 'entity/c1/live/e1';

describe('Cipher', () => {
  it.each(['', 'a', '{"name":"Ünï 🎬"}', 'x'.repeat(1_000_000)])(
    'opens what it sealed',
    (plain) => {
      expect(cipher.open(cipher.seal(plain, place), place)).toEqual({
        ok: true,
        plain: Buffer.from(plain),
      });
    },
  );

  it('opens bytes as they were', () => {
    const bytes = Buffer.from([0, 255, 128, 10, 0]);
    expect(cipher.open(cipher.seal(bytes, place), place)).toEqual({ ok: true, plain: bytes });
  });

  it('opens what an earlier release sealed', () => {
    const sealed = Buffer.from(
      'AdQYzq3/Pt129ScqWh6QbWNihvnKmRzVNSSbEalTcG/Nl2emBm/D8CcveIqvfrb1',
      'base64',
    );
    expect(cipher.open(sealed, place)).toEqual({ ok: true, plain: Buffer.from('first light') });
  });

  it('shows nothing of the text, and never twice the same', () => {
    const [one, two] = [cipher.seal('stream key', place), cipher.seal('stream key', place)];
    expect(one.includes('stream')).toBe(false);
    expect(one.subarray(9, 21).equals(two.subarray(9, 21))).toBe(false);
    expect(one.subarray(37).equals(two.subarray(37))).toBe(false);
  });

  it('opens nothing in another row', () => {
    const sealed = cipher.seal('text', 'entity/c1/live/e1');
    expect(cipher.open(sealed, 'entity/c1/live/e2')).toEqual({ ok: false, reason: 'damaged' });
  });

  it('knows text sealed under another key', () => {
    const sealed = new Cipher(newDataKey()).seal('text', place);
    expect(cipher.open(sealed, place)).toEqual({ ok: false, reason: 'other-key' });
  });

  it('finds every single changed byte', () => {
    const sealed = cipher.seal('text', place);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const keyId = at >= 1 && at < 9;
      expect(cipher.open(changed, place)).toEqual({
        ok: false,
        reason: keyId ? 'other-key' : 'damaged',
      });
    }
  });

  it('takes any shortened text for damaged', () => {
    const sealed = cipher.seal('text', place);
    for (let length = 0; length < sealed.length; length += 1)
      expect(cipher.open(sealed.subarray(0, length), place).ok).toBe(false);
  });

  it('tells keys apart by an id that is not their hash', () => {
    expect(cipher.keyId).toMatch(/^[0-9a-f]{16}$/);
    expect(new Cipher(Buffer.alloc(32, 1)).keyId).toBe(cipher.keyId);
    expect(new Cipher(Buffer.alloc(32, 2)).keyId).not.toBe(cipher.keyId);
  });

  it.each([0, 16, 31, 33])('refuses a key of %i bytes', (length) => {
    expect(() => new Cipher(Buffer.alloc(length))).toThrow('32 bytes');
  });

  it('makes keys that differ', () => {
    expect(newDataKey()).toHaveLength(32);
    expect(newDataKey().equals(newDataKey())).toBe(false);
  });
});
