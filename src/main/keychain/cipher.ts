import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

const keyBytes = 32;
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const keyIdBytes = 8;
const headBytes = 1 + keyIdBytes;

/** What became of a sealed row. `other-key`: it was sealed under another data key. */
export type Opened =
  | { readonly ok: true; readonly plain: Buffer }
  | { readonly ok: false; readonly reason: 'other-key' | 'damaged' };

/** A new random 256-bit data key. */
export const newDataKey = (): Buffer => randomBytes(keyBytes);

/**
 * Seals rows with AES-256-GCM (NIST SP 800-38D) under the data key of a connection.
 * Sealed: version byte, 8 bytes key id, 12 bytes random nonce, 16 bytes tag, text.
 */
export class Cipher {
  /** Tells data keys apart without giving anything of them away; 16 hex digits. */
  readonly keyId: string;
  readonly #key: Buffer;
  readonly #head: Buffer;

  /** `key` must be 32 bytes. */
  constructor(key: Buffer) {
    if (key.length !== keyBytes) throw new Error(`A data key has ${keyBytes} bytes`);
    this.#key = Buffer.from(key);
    const id = hash('sha256', Buffer.concat([Buffer.from('Tally data key id\0'), key]), 'buffer');
    this.#head = Buffer.concat([Buffer.from([version]), id.subarray(0, keyIdBytes)]);
    this.keyId = this.#head.subarray(1).toString('hex');
  }

  /** `place` names the row; the text can be opened there only, so rows can't be swapped. */
  seal(plain: string | Buffer, place: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(this.#bound(place));
    const text = Buffer.concat([cipher.update(Buffer.from(plain)), cipher.final()]);
    return Buffer.concat([this.#head, nonce, cipher.getAuthTag(), text]);
  }

  open(sealed: Buffer, place: string): Opened {
    const textAt = headBytes + nonceBytes + tagBytes;
    if (sealed.length < textAt || sealed[0] !== version) return { ok: false, reason: 'damaged' };
    if (!sealed.subarray(0, headBytes).equals(this.#head))
      return { ok: false, reason: 'other-key' };
    const nonce = sealed.subarray(headBytes, headBytes + nonceBytes);
    const cipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(this.#bound(place));
    cipher.setAuthTag(sealed.subarray(headBytes + nonceBytes, textAt));
    try {
      return {
        ok: true,
        plain: Buffer.concat([cipher.update(sealed.subarray(textAt)), cipher.final()]),
      };
    } catch {
      return { ok: false, reason: 'damaged' };
    }
  }

  #bound(place: string): Buffer {
    return Buffer.concat([this.#head, Buffer.from(place)]);
  }
}
