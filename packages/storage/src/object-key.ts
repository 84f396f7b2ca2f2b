import { StorageError } from './storage-error.ts';

const MAX_LENGTH = 512;
// No segment starts with a dot, so a key neither climbs out of its store nor meets the store's own files.
const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/i;

/**
 * The key of an object by its content: `abcd…` is kept as `ab/cd/abcd…`, so that no folder grows without end.
 * @throws StorageError `invalid_key` unless it is a SHA-256 as 64 lower-case hexadecimal digits
 */
export function objectKey(sha256Hex: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256Hex))
    throw new StorageError('invalid_key', 'not a SHA-256 in hexadecimal');
  return `${sha256Hex.slice(0, 2)}/${sha256Hex.slice(2, 4)}/${sha256Hex}`;
}

/** @throws StorageError `invalid_key` for a key that some store could not keep, or that points outside of it */
export function assertKey(key: string): void {
  if (key.length > MAX_LENGTH || !KEY.test(key))
    throw new StorageError('invalid_key', 'not a key of an object');
}
