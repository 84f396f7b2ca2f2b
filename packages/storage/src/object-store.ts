import type { Readable } from 'node:stream';

/** Aborts the operation, which then rejects with the signal's reason. An aborted put leaves no partial object. */
export type Abortable = { signal?: AbortSignal | undefined };

/** A byte range of an object, from the first byte to the last, inclusive. Both must be inside the object. */
export type ByteRange = { start: number; end: number };

/**
 * A body in a file, which is never loaded into memory as a whole. The file must not change until it has been stored. `sha256` is
 * the hash of its content.
 */
export type FileBody = { file: string; size: number; sha256: string };

export type ListedObject = {
  key: string;
  /** Size in bytes. */
  size: number;
};

/** The validity period of a presigned URL, and headers for the store's response. */
export type PresignOptions = {
  method: 'GET' | 'HEAD';
  /** Start of the validity period, in whole seconds. It is a parameter because this machine's clock may be wrong. */
  from: Date;
  /** Length of the validity period, from 1 second to 7 days. */
  expiresSeconds: number;
  /** The following headers override the headers that were stored with the object. */
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
};

/**
 * Stores objects by key. A key has up to 512 letters, digits and `._-`, in segments that are separated by `/` and start
 * with a letter or digit. Every operation rejects with a StorageError or with its signal's reason. Only a stream that was
 * returned can fail with other errors.
 */
export type ObjectStore = {
  /**
   * Stores the whole body or nothing. Once the put has resolved, the object is on disk. Readers never see a partial
   * object. A key is derived from the content, so an object with the same key and size is the same object and is not
   * written again, unless `replace` is set. An object of a different size is replaced, unless `keepExisting` is set: then
   * only the first of several concurrent writes takes effect (in S3 stores without conditional writes, the last one).
   */
  put(
    key: string,
    body: Buffer | FileBody,
    contentType: string,
    options?: { replace?: boolean | undefined; keepExisting?: boolean | undefined } & Abortable,
  ): Promise<void>;
  /**
   * Returns a stream of the object or of a range, and its number of bytes; null if the object does not exist. The caller must
   * read or destroy the stream.
   */
  get(
    key: string,
    options?: { range?: ByteRange | undefined } & Abortable,
  ): Promise<{ stream: Readable; size: number } | null>;
  /** Whether the object exists and, if `size` is given, has that number of bytes. */
  exists(key: string, options?: { size?: number | undefined } & Abortable): Promise<boolean>;
  /**
   * Deletes up to 1,000 objects. Resolves even if some of them do not exist. If it rejects, some of them may have been
   * deleted.
   */
  delete(keys: readonly string[], options?: Abortable): Promise<void>;
  /**
   * Lists the first objects after the key `after`, sorted by the bytes of their keys. If fewer than `limit` objects are returned,
   * there are no more. Objects that are put or deleted during the call may or may not be listed.
   * @param options.limit 1 to 1,000
   */
  list(options: { prefix?: string; after?: string; limit: number } & Abortable): Promise<ListedObject[]>;
  /**
   * Deletes temporary files that killed writers left behind and that are older than `olderThanSeconds`, and returns their
   * number.
   */
  deleteTemporaryFiles(olderThanSeconds: number): Promise<number>;
  /** Creates a URL that lets anyone read the object; null if clients cannot reach the store. */
  presign: ((key: string, options: PresignOptions) => Promise<string>) | null;
  /** Resolves if the store can store objects. */
  ping(): Promise<void>;
};
