import { StorageError } from './storage-error.ts';

const maxLength = 512;
// No segment starts with a dot, so a key cannot leave the store's folder or name its temporary files.
const keyPattern = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/i;

/**
 * Returns the key for content with this SHA-256: `abcd…` becomes `ab/cd/abcd…`, which limits the size of folders.
 * @param suffix a UUID that distinguishes the key from other keys for the same content; null for none
 * @throws StorageError `invalid_key` if the hash is not 64 lower-case hexadecimal digits
 */
export function objectKey(sha256Hex: string, suffix: string | null = null): string {
  if (!/^[0-9a-f]{64}$/.test(sha256Hex))
    throw new StorageError('invalid_key', 'not a SHA-256 in hexadecimal');
  const name = suffix === null ? sha256Hex : `${sha256Hex}.${suffix}`;
  return `${sha256Hex.slice(0, 2)}/${sha256Hex.slice(2, 4)}/${name}`;
}

const namePattern = /^([0-9a-f]{64})(?:\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/;

/** Returns the arguments for which `objectKey` returns the key; null for any other key. */
export function parseObjectKey(key: string): { sha256: string; suffix: string | null } | null {
  const [, sha256, suffix = null] = namePattern.exec(key.slice(key.lastIndexOf('/') + 1)) ?? [];
  return sha256 !== undefined && objectKey(sha256, suffix) === key ? { sha256, suffix } : null;
}

/**
 * @throws StorageError `invalid_key` for a key that points outside the store's folder or that one of the stores does not accept
 */
export function assertKey(key: string): void {
  if (key.length > maxLength || !keyPattern.test(key))
    throw new StorageError('invalid_key', 'invalid object key');
}
