export * from './create-object-store.ts';
export { createFilesystemStore } from './filesystem-store.ts';
export { objectKey, parseObjectKey } from './object-key.ts';
export type { ByteRange, FileBody, ListedObject, ObjectStore, PresignOptions } from './object-store.ts';
export { type ObserveStore, observeObjectStore } from './observe-object-store.ts';
export { retryWhileUnavailable } from './retry-while-unavailable.ts';
export { createS3Store, type S3StoreOptions } from './s3-store.ts';
export * from './storage-error.ts';
