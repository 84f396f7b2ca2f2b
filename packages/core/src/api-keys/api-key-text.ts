// The text of an API key: `sc_`, 43 characters with 256 random bits, and 6 characters with their CRC-32, both in base62.
// Because of the pattern and the checksum, secret scanners can find keys, and the API can distinguish a mistyped key from
// a nonexistent one.
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = BigInt(digits.length);
const label = 'sc_';
const secretBytes = 32;
const secretDigits = 43;
const checksumDigits = 6;
/** Keys are looked up by the first 8 digits of the secret (47 of 256 bits). */
const prefixLength = label.length + 8;
const pattern = new RegExp(`^${label}[0-9A-Za-z]{${secretDigits + checksumDigits}}$`);

/** A new key, its prefix and its hash. Only the client keeps the key itself. */
export function generateApiKey(): { key: string; prefix: string; hash: string } {
  const secret = base62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretDigits);
  const key = `${label}${secret}${checksumOf(secret)}`;
  return { key, ...digestOf(key) };
}

/** The prefix and the hash of a key; null if the text is not a key or its checksum does not match. */
export function parseApiKey(text: string): { prefix: string; hash: string } | null {
  if (!pattern.test(text)) return null;
  const secret = text.slice(label.length, label.length + secretDigits);
  return text.endsWith(checksumOf(secret)) ? digestOf(text) : null;
}

const digestOf = (key: string) => ({
  prefix: key.slice(0, prefixLength),
  hash: hash('sha256', key),
});

/** This code runs for each request, so it uses plain number arithmetic. */
function checksumOf(secret: string): string {
  let text = '';
  let rest = crc32(secret);
  for (let place = 0; place < checksumDigits; place += 1) {
    text = digits[rest % digits.length] + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= base) text = digits[Number(rest % base)] + text;
  return text.padStart(length, '0');
}
