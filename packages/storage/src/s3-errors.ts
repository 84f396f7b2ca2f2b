import { S3Error } from 'minio';
import { StorageError, type StorageErrorCode } from './storage-error.ts';

const notFoundCodes: readonly string[] = ['NoSuchKey', 'NotFound'];
const errorCodes: Readonly<Record<string, StorageErrorCode>> = {
  AccessDenied: 'denied',
  InvalidAccessKeyId: 'denied',
  SignatureDoesNotMatch: 'denied',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  InvalidBucketNameError: 'misconfigured',
};

/** Resolves to null if the object does not exist. */
export async function orNull<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (notFoundCodes.includes(s3ErrorCode(error))) return null;
    throw error;
  }
}

export function toStorageError(error: unknown): StorageError {
  return error instanceof StorageError ? error : storageErrorOf(s3ErrorCode(error), error);
}

const storageErrorOf = (code: string, cause: unknown) =>
  new StorageError(errorCodes[code] ?? 'unavailable', `the S3 store cannot be used (${code})`, { cause });

/**
 * Checks the response to a request that deletes several objects. The response lists the objects that were not deleted.
 * @throws StorageError
 */
export function assertDeleted(failures: readonly unknown[]): void {
  for (const failure of failures) {
    const code =
      typeof failure === 'object' && failure && 'Code' in failure ? String(failure.Code) : 'unknown';
    if (!notFoundCodes.includes(code)) throw storageErrorOf(code, failure);
  }
}

export function s3ErrorCode(error: unknown): string {
  if (error instanceof S3Error && error.code) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
