import { IncomingMessage } from 'node:http';
import { Client, S3Error } from 'minio';
import { assertKey } from './object-key.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Transport } from './s3-transport.ts';
import { StorageError, type StorageErrorCode } from './storage-error.ts';

export interface S3StoreOptions {
  /** `http(s)://host[:port]`, without a path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** Milliseconds that the store may be silent before it answers. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const ABSENT: readonly string[] = ['NoSuchKey', 'NotFound'];
const ALREADY_MADE: readonly string[] = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'];
const CODES: Readonly<Record<string, StorageErrorCode>> = {
  AccessDenied: 'denied',
  InvalidAccessKeyId: 'denied',
  SignatureDoesNotMatch: 'denied',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  InvalidBucketNameError: 'misconfigured',
};

/**
 * Keeps objects in a bucket of an S3 store. The bucket is made by the first use that finds it missing.
 * @throws StorageError `misconfigured` for an endpoint that is none
 */
export function createS3Store(options: S3StoreOptions): ObjectStore {
  const { bucket, region } = options;
  const client = createClient(options);
  let ready: Promise<void> | undefined;

  async function makeBucketIfMissing(): Promise<void> {
    if (await client.bucketExists(bucket)) return;
    try {
      await client.makeBucket(bucket, region);
    } catch (error) {
      // Another process was first.
      if (!ALREADY_MADE.includes(errorCode(error))) throw error;
    }
  }

  /** Runs the operation on a bucket that is there; a fault makes the next one look for the bucket again. */
  async function use<T>(operation: () => Promise<T>): Promise<T> {
    try {
      ready ??= makeBucketIfMissing();
      await ready;
      return await operation();
    } catch (error) {
      ready = undefined;
      throw toStorageError(error);
    }
  }

  async function useKey<T>(key: string, operation: () => Promise<T>): Promise<T> {
    assertKey(key);
    return use(operation);
  }

  return {
    put: (key, body, contentType) =>
      useKey(key, async () => {
        await client.putObject(bucket, key, body, body.length, { 'Content-Type': contentType });
      }),

    get: (key) =>
      useKey(key, async () => {
        const stream = await orNull(client.getObject(bucket, key));
        if (stream === null) return null;
        const size =
          stream instanceof IncomingMessage ? Number(stream.headers['content-length']) : Number.NaN;
        if (Number.isInteger(size)) return { stream, size };
        stream.destroy();
        throw new StorageError('unavailable', 'the S3 store did not say how large an object is');
      }),

    exists: (key) => useKey(key, async () => (await orNull(client.statObject(bucket, key))) !== null),

    delete: (key) =>
      useKey(key, async () => {
        await orNull(client.removeObject(bucket, key));
      }),

    ping: () => use(makeBucketIfMissing),
  };
}

function createClient({ endpoint, region, accessKey, secretKey, timeoutMs }: S3StoreOptions): Client {
  const url = URL.parse(endpoint);
  const secure = url?.protocol === 'https:';
  try {
    if (url === null || url.pathname !== '/' || !/^https?:$/.test(url.protocol))
      throw new TypeError(endpoint);
    return new Client({
      endPoint: url.hostname,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      useSSL: secure,
      region,
      accessKey,
      secretKey,
      transport: createS3Transport(secure, timeoutMs ?? DEFAULT_TIMEOUT_MS),
      // A failed capture is tried again as a whole; the client's own retry writes to the console.
      retryOptions: { disableRetry: true },
    });
  } catch (error) {
    throw new StorageError('misconfigured', 'the S3 endpoint must be http(s)://host[:port]', {
      cause: error,
    });
  }
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (ABSENT.includes(errorCode(error))) return null;
    throw error;
  }
}

function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = errorCode(error);
  return new StorageError(CODES[code] ?? 'unavailable', `the S3 store cannot be used (${code})`, {
    cause: error,
  });
}

function errorCode(error: unknown): string {
  if (error instanceof S3Error && error.code) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
