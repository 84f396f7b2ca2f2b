import { S3Error } from 'minio';
import { StorageError, type StorageErrorCode } from './storage-error.ts';

const ABSENT: readonly string[] = ['NoSuchKey', 'NotFound'];
const CODES: Readonly<Record<string, StorageErrorCode>> = {
  AccessDenied: 'denied',
  InvalidAccessKeyId: 'denied',
  SignatureDoesNotMatch: 'denied',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  InvalidBucketNameError: 'misconfigured',
};

/** What was found; null when the store says that there is no such object. */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (ABSENT.includes(s3ErrorCode(error))) return null;
    throw error;
  }
}

export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = s3ErrorCode(error);
  return new StorageError(CODES[code] ?? 'unavailable', `the S3 store cannot be used (${code})`, {
    cause: error,
  });
}

export function s3ErrorCode(error: unknown): string {
  if (error instanceof S3Error && error.code) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
