// A sealed text is `1.KEY.DATA`: the version of the format, the ID of the key, and the nonce, ciphertext and tag of
// AES-256-GCM in base64url.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const format = /^1\.(?<keyId>[0-9a-f]{8})\.(?<data>[\w-]+)$/;

/** Seals secrets, so that a copy of the database does not contain them. */
export type Sealer = {
  /**
   * Encrypts `text` with the first key. Equal texts have different sealed texts. Use a key for at most 2^32 texts (NIST
   * SP 800-38D, section 8.3).
   * @param context identifies the place of the secret, such as `destination:ACCOUNT:ID`. The sealed text cannot be opened
   * in any other place.
   */
  seal(text: string, context: string): string;
  /** @throws UnsealError */
  unseal(sealed: string, context: string): string;
  /** Whether the text was sealed with the first key. */
  isCurrent(sealed: string): boolean;
};

/**
 * A sealed text cannot be opened: `unknown_key` if it was sealed with a key that is no longer in `SECRETS_KEYS`, or
 * `damaged` if the sealed text was changed or belongs to another context. The error contains no part of the text.
 */
export class UnsealError extends Error {
  override readonly name = 'UnsealError';
  readonly code: 'unknown_key' | 'damaged';

  constructor(code: UnsealError['code']) {
    super(
      code === 'unknown_key'
        ? 'a stored secret was sealed with a key that SECRETS_KEYS does not contain'
        : 'a stored secret is damaged or was copied from another place',
    );
    this.code = code;
  }
}

/** @param keys keys of 32 bytes: the first one seals, and all of them unseal */
export function createSealer(keys: readonly [Uint8Array, ...Uint8Array[]]): Sealer {
  if (keys.some(({ byteLength }) => byteLength !== keyBytes))
    throw new RangeError(`a key must have ${keyBytes} bytes`);
  const keysById = new Map(keys.map((key) => [idOf(key), key]));
  const prefix = `1.${idOf(keys[0])}.`;
  return {
    seal(text, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, keys[0], nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(context));
      const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
      const data = Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]);
      return prefix + data.toString('base64url');
    },
    unseal(sealed, context) {
      const { keyId, data } = format.exec(sealed)?.groups ?? {};
      const bytes = Buffer.from(data ?? '', 'base64url');
      // Different texts in base64url can stand for the same bytes.
      const isExact = bytes.length >= nonceBytes + tagBytes && bytes.toString('base64url') === data;
      if (keyId === undefined || !isExact) throw new UnsealError('damaged');
      const key = keysById.get(keyId);
      if (!key) throw new UnsealError('unknown_key');
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        const encrypted = bytes.subarray(nonceBytes, -tagBytes);
        return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
      } catch {
        throw new UnsealError('damaged');
      }
    },
    isCurrent: (sealed) => sealed.startsWith(prefix),
  };
}

/** Identifies the key without revealing anything about it: a random key cannot be derived from its hash. */
function idOf(key: Uint8Array): string {
  return createHash('sha256').update('shotclock sealing key').update(key).digest('hex').slice(0, 8);
}
