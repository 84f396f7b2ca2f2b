import { join } from 'node:path';
import { createFilesystemStore } from './filesystem-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store, type S3StoreOptions } from './s3-store.ts';

/** The S3 store where one is set, otherwise the folder `objects` in the data directory. */
export function createObjectStore(config: { dataDir: string; s3: S3StoreOptions | null }): ObjectStore {
  return config.s3 === null
    ? createFilesystemStore(join(config.dataDir, 'objects'))
    : createS3Store(config.s3);
}
