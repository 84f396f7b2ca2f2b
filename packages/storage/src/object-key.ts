import { StorageError } from './storage-error.ts';

const maxLength = 512;
// No segment starts with a dot, so a key cannot leave the store's folder or name its temporary files.
const keyPattern = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/i;

/**
 * The key of an object from the SHA-256 of its content: `abcd…` becomes `ab/cd/abcd…`, which limits the size of folders.
 * @throws StorageError `invalid_key` if the text is not 64 lower-case hexadecimal digits
 */
export function objectKey(sha256Hex: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256Hex))
    throw new StorageError('invalid_key', 'not a SHA-256 in hexadecimal');
  return `${sha256Hex.slice(0, 2)}/${sha256Hex.slice(2, 4)}/${sha256Hex}`;
}

/** @throws StorageError `invalid_key` for a key that some store does not accept or that leaves the store's folder */
export function assertKey(key: string): void {
  if (key.length > maxLength || !keyPattern.test(key))
    throw new StorageError('invalid_key', 'invalid object key');
}
