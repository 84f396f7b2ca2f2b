import { StartError } from '@shotclock/runtime';
import { StorageError } from '@shotclock/storage';

/** Reports errors of the object store without their stack. */
export async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  return await work().catch((error: unknown) => {
    if (error instanceof StorageError) throw new StartError(error.message, { cause: error });
    throw error;
  });
}
