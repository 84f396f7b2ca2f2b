// Written by `pnpm barrels`, from what other files import.

export { createObjectStore } from './create-object-store.ts';
export { createFilesystemStore } from './filesystem-store.ts';
export { objectKey, parseObjectKey } from './object-key.ts';
export type { ByteRange, FileBody, ListedObject, ObjectStore, PresignOptions } from './object-store.ts';
export { type ObserveStore, observeObjectStore } from './observe-object-store.ts';
export { retryWhileUnavailable } from './retry-while-unavailable.ts';
export { createS3Store } from './s3-store.ts';
export { StorageError, type StorageErrorCode } from './storage-error.ts';
