import { join } from 'node:path';
import { createFilesystemStore } from './filesystem-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store, type S3StoreOptions } from './s3-store.ts';

/** Creates the S3 store if it is configured, otherwise a store in the `objects` folder of the data directory. */
export function createObjectStore(config: { dataDir: string; s3: S3StoreOptions | null }): ObjectStore {
  return config.s3 === null
    ? createFilesystemStore(join(config.dataDir, 'objects'))
    : createS3Store(config.s3);
}
