import { StartError } from '@shotclock/runtime';
import { StorageError } from '@shotclock/storage';

/** Reports errors of the object store and of the file system without their stack. */
export async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  return await work().catch((error: unknown) => {
    if (error instanceof StorageError) throw new StartError(error.message, { cause: error });
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    const remedy = 'Check the folder, its owner and the free space.';
    throw new StartError(`A file cannot be read or written: ${message}.`, { cause: error, remedy });
  });
}
