import { IncomingMessage } from 'node:http';
import { rejectOnAbort } from '@shotclock/runtime';
import { Client } from 'minio';
import { assertKey } from './object-key.ts';
import type { Abortable, ObjectStore } from './object-store.ts';
import { orNull, s3ErrorCode, toStorageError } from './s3-errors.ts';
import { createS3Transport, withRequestSignal } from './s3-transport.ts';
import { StorageError } from './storage-error.ts';

export type S3StoreOptions = {
  /** `http(s)://host[:port]`, without a path. */
  endpoint: string;
  /** The same store as consumers reach it, for presigned addresses; `endpoint` without it. */
  publicEndpoint?: string | null;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** Milliseconds that the store may be silent before it answers. */
  timeoutMs?: number;
};

const DEFAULT_TIMEOUT_MS = 10_000;
const ALREADY_MADE: readonly string[] = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'];

/**
 * Keeps objects in a bucket of an S3 store. The bucket is made by the first use that finds it missing. A body is sent in one
 * request, so a killed writer leaves nothing, not even the parts of an upload.
 * @throws StorageError `misconfigured` for an endpoint that is none
 */
export function createS3Store(options: S3StoreOptions): ObjectStore {
  const { bucket, region } = options;
  const client = createClient(options);
  const signer = options.publicEndpoint
    ? createClient({ ...options, endpoint: options.publicEndpoint })
    : client;
  let ready: Promise<void> | undefined;

  async function makeBucketIfMissing(): Promise<void> {
    if (await client.bucketExists(bucket)) return;
    try {
      await client.makeBucket(bucket, region);
    } catch (error) {
      // Another process was first.
      if (!ALREADY_MADE.includes(s3ErrorCode(error))) throw error;
    }
  }

  /** Runs the operation on a bucket that is there; a fault makes the next one look for the bucket again. */
  async function use<T>({ signal }: Abortable, operation: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    try {
      // Shared by all operations that wait for it, so no signal cancels it.
      ready ??= makeBucketIfMissing();
      await rejectOnAbort(ready, signal);
      return await withRequestSignal(signal, operation);
    } catch (error) {
      signal?.throwIfAborted();
      ready = undefined;
      throw toStorageError(error);
    }
  }

  async function useKey<T>(key: string, abortable: Abortable, operation: () => Promise<T>): Promise<T> {
    assertKey(key);
    return use(abortable, operation);
  }

  return {
    put: (key, body, contentType, abortable = {}) =>
      useKey(key, abortable, async () => {
        const found = await orNull(client.statObject(bucket, key));
        if (found?.size === body.byteLength) return;
        await client.putObject(bucket, key, body, body.length, { 'Content-Type': harmlessType(contentType) });
      }),

    get: (key, abortable = {}) =>
      useKey(key, abortable, async () => {
        const stream = await orNull(client.getObject(bucket, key));
        if (stream === null) return null;
        const size =
          stream instanceof IncomingMessage ? Number(stream.headers['content-length']) : Number.NaN;
        if (Number.isInteger(size)) return { stream, size };
        stream.destroy();
        throw new StorageError('unavailable', 'the S3 store did not say how large an object is');
      }),

    exists: (key, abortable = {}) =>
      useKey(key, abortable, async () => (await orNull(client.statObject(bucket, key))) !== null),

    delete: (key, abortable = {}) =>
      useKey(key, abortable, async () => {
        await orNull(client.removeObject(bucket, key));
      }),

    list: ({ prefix = '', after = '', limit, signal }) =>
      use({ signal }, async () => {
        // The older way to list, which every store knows, and which takes a key to go on after.
        const page = { Delimiter: '', MaxKeys: limit };
        const { objects } = await client.listObjectsQuery(bucket, prefix, after, page);
        return objects.flatMap(({ name, size }) =>
          name === undefined ? [] : [{ key: name, size: size ?? 0 }],
        );
      }),

    removeLeftovers: async () => 0,

    presign: async (key, { method, from, expiresSeconds, contentType, contentDisposition, cacheControl }) => {
      assertKey(key);
      try {
        const headers = {
          'response-content-type': contentType,
          'response-content-disposition': contentDisposition,
          'response-cache-control': cacheControl,
        };
        return await signer.presignedUrl(method, bucket, key, expiresSeconds, headers, from);
      } catch (error) {
        throw toStorageError(error);
      }
    },

    ping: () => use({}, makeBucketIfMissing),
  };
}

/** No browser is to run a stranger's page in the store's origin, also where a presigned address lost its overrides. */
function harmlessType(contentType: string): string {
  return contentType.startsWith('text/html') ? 'text/plain; charset=utf-8' : contentType;
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
      // Who uses the store tries again, and knows its deadline; the client's own retry writes to the console.
      retryOptions: { disableRetry: true },
    });
  } catch (error) {
    throw new StorageError('misconfigured', 'the S3 endpoint must be http(s)://host[:port]', {
      cause: error,
    });
  }
}
