import { createReadStream } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { rejectOnAbort } from '@shotclock/runtime';
import { Client } from 'minio';
import { assertKey } from './object-key.ts';
import type { Abortable, FileBody, ObjectStore } from './object-store.ts';
import { assertDeleted, orNull, s3ErrorCode, toStorageError } from './s3-errors.ts';
import { createS3Transport, withRequestSignal } from './s3-transport.ts';
import { StorageError } from './storage-error.ts';

export type S3StoreOptions = {
  /** `http(s)://host[:port]`, without a path. */
  endpoint: string;
  /** URL at which clients reach the store, for presigned URLs; `endpoint` by default. */
  publicEndpoint?: string | null;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** Time in milliseconds within which the store must respond; 10 s by default. */
  timeoutMs?: number;
};

type RequestHeaders = Record<string, string | number>;

const defaultTimeoutMs = 10_000;
/** Error codes of a conditional write if the object already exists or another request is writing it. */
const existingCodes: readonly string[] = ['PreconditionFailed', 'ConditionalRequestConflict'];
const bucketExistsCodes: readonly string[] = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'];

/**
 * Stores objects in a bucket of an S3 store. The first operation creates the bucket if it does not exist. Each body is sent in a
 * single request, so a killed writer leaves nothing behind, not even parts of a multipart upload.
 * @throws StorageError `misconfigured` if the endpoint is invalid
 */
export function createS3Store(options: S3StoreOptions): ObjectStore {
  const { bucket, region } = options;
  const isSecure = URL.parse(options.endpoint)?.protocol === 'https:';
  const client = createClient(options);
  const signer = options.publicEndpoint
    ? createClient({ ...options, endpoint: options.publicEndpoint })
    : client;
  let ready: Promise<void> | undefined;

  async function createBucketIfMissing(): Promise<void> {
    if (await client.bucketExists(bucket)) return;
    try {
      await client.makeBucket(bucket, region);
    } catch (error) {
      // Another process created the bucket in the meantime.
      if (!bucketExistsCodes.includes(s3ErrorCode(error))) throw error;
    }
  }

  /** Runs the operation after ensuring that the bucket exists. After an error, the next operation checks again. */
  async function withBucket<T>({ signal }: Abortable, operation: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    try {
      // All waiting operations share this promise, so their signals do not abort it.
      ready ??= createBucketIfMissing();
      await rejectOnAbort(ready, signal);
      return await withRequestSignal(signal, operation);
    } catch (error) {
      signal?.throwIfAborted();
      ready = undefined;
      throw toStorageError(error);
    }
  }

  async function withKey<T>(key: string, abortable: Abortable, operation: () => Promise<T>): Promise<T> {
    assertKey(key);
    return withBucket(abortable, operation);
  }

  /** `putObject` would read a stream into memory or upload it in multiple parts. */
  async function putFile(key: string, { file, size, sha256 }: FileBody, headers: RequestHeaders) {
    const request = {
      method: 'PUT',
      bucketName: bucket,
      objectName: key,
      headers: { ...headers, 'Content-Length': size },
    };
    const body = createReadStream(file);
    try {
      // Over HTTPS, the client signs requests without hashing their bodies.
      const response = await client.makeRequestStreamAsync(request, body, isSecure ? '' : sha256, [200], '');
      await finished(response.resume());
    } finally {
      body.destroy();
    }
  }

  return {
    put: (key, body, contentType, { keepExisting = false, ...abortable } = {}) =>
      withKey(key, abortable, async () => {
        const type = { 'Content-Type': storedType(contentType) };
        const send = async (headers: RequestHeaders) => {
          if (Buffer.isBuffer(body)) await client.putObject(bucket, key, body, body.length, headers);
          else await putFile(key, body, headers);
        };
        if (!keepExisting) return send(type);
        await send({ ...type, 'If-None-Match': '*' }).catch((error: unknown) => {
          const code = s3ErrorCode(error);
          if (code === 'NotImplemented') return send(type);
          if (!existingCodes.includes(code)) throw error;
        });
      }),

    get: (key, { range, ...abortable } = {}) =>
      withKey(key, abortable, async () => {
        const stream = await orNull(
          range
            ? client.getPartialObject(bucket, key, range.start, range.end - range.start + 1)
            : client.getObject(bucket, key),
        );
        if (stream === null) return null;
        const size =
          stream instanceof IncomingMessage ? Number(stream.headers['content-length']) : Number.NaN;
        if (Number.isInteger(size)) return { stream, size };
        stream.destroy();
        throw new StorageError('unavailable', 'the S3 store did not send the size of an object');
      }),

    exists: (key, { size, ...abortable } = {}) =>
      withKey(key, abortable, async () => {
        const found = await orNull(client.statObject(bucket, key));
        return found !== null && (size === undefined || found.size === size);
      }),

    delete: async (keys, abortable = {}) => {
      for (const key of keys) assertKey(key);
      if (keys.length === 0) return;
      await withBucket(abortable, async () => assertDeleted(await client.removeObjects(bucket, [...keys])));
    },

    list: ({ prefix = '', after = '', limit, signal }) =>
      withBucket({ signal }, async () => {
        // Use version 1 of the list operation: every store supports it, and it accepts a start key.
        const page = { Delimiter: '', MaxKeys: limit };
        const { objects } = await client.listObjectsQuery(bucket, prefix, after, page);
        return objects.flatMap(({ name, size }) =>
          name === undefined ? [] : [{ key: name, size: size ?? 0 }],
        );
      }),

    deleteTemporaryFiles: async () => 0,

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

    ping: () => withBucket({}, createBucketIfMissing),
  };
}

/** Stores HTML as plain text, so that browsers do not run captured pages in the store's origin. */
function storedType(contentType: string): string {
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
      transport: createS3Transport(secure, timeoutMs ?? defaultTimeoutMs),
      // Callers retry within their own deadlines. The client's built-in retry would also write to the console.
      retryOptions: { disableRetry: true },
    });
  } catch (error) {
    throw new StorageError('misconfigured', 'the S3 endpoint must be http(s)://host[:port]', {
      cause: error,
    });
  }
}
