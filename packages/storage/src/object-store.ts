import type { Readable } from 'node:stream';

/** Aborts an operation: it rejects with the reason of the signal, and a put leaves no partial object. */
export type Abortable = { signal?: AbortSignal | undefined };

/** A part of an object: the positions of its first and its last byte, both inside the object. */
export type ByteRange = { start: number; end: number };

/** A body in a file, which is never in memory as a whole. The file must not change meanwhile. `sha256` is the hash of its content. */
export type FileBody = { file: string; size: number; sha256: string };

export type ListedObject = {
  key: string;
  /** In bytes. */
  size: number;
};

/** What a presigned URL permits, and the headers of the store's response. */
export type PresignOptions = {
  method: 'GET' | 'HEAD';
  /** Start of the validity, to the second. It is a parameter because the clock of this machine may be wrong. */
  from: Date;
  /** Duration of the validity, from 1 second to 7 days. */
  expiresSeconds: number;
  /** The following headers replace those with which the object was stored. */
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
};

/**
 * Stores objects by key. A key has up to 512 letters, digits and `._-`, in segments that are separated by `/` and start with a
 * letter or digit. Every operation rejects with a StorageError or with the reason of its signal. Only a returned stream can
 * fail with other errors.
 */
export type ObjectStore = {
  /**
   * Stores the whole body or nothing. When it resolves, the object is on disk. A reader never sees a partial object.
   * A key is derived from the content, so an object of the same size under the same key is the same object and need not be
   * written again, unless `replace` is set. An object of another size is replaced, unless `keepExisting` is set: of several writers
   * at the same time, one takes effect. S3 stores without conditional writes let the last one take effect.
   */
  put(
    key: string,
    body: Buffer | FileBody,
    contentType: string,
    options?: { replace?: boolean | undefined; keepExisting?: boolean | undefined } & Abortable,
  ): Promise<void>;
  /**
   * The object, or a part of it, and the number of bytes in the stream; null if the object does not exist. The stream must be read or
   * destroyed.
   */
  get(
    key: string,
    options?: { range?: ByteRange | undefined } & Abortable,
  ): Promise<{ stream: Readable; size: number } | null>;
  /** Whether the object exists and, if `size` is given, has this number of bytes. */
  exists(key: string, options?: { size?: number | undefined } & Abortable): Promise<boolean>;
  /** Deletes up to 1,000 objects. Resolves even if some do not exist; after a rejection, some may be deleted. */
  delete(keys: readonly string[], options?: Abortable): Promise<void>;
  /**
   * Lists the first objects after the key `after`, sorted by the bytes of their keys. Fewer than `limit` objects mean that
   * there are no more. Objects that are put or deleted meanwhile may be listed or not.
   * @param options.limit 1 to 1,000
   */
  list(options: { prefix?: string; after?: string; limit: number } & Abortable): Promise<ListedObject[]>;
  /** Deletes temporary files of killed writers that are older than this, and returns their number. */
  deleteTemporaryFiles(olderThanSeconds: number): Promise<number>;
  /** Creates a URL with which anyone can read the object; null if clients cannot reach the store. */
  presign: ((key: string, options: PresignOptions) => Promise<string>) | null;
  /** Resolves if the store can store objects. */
  ping(): Promise<void>;
};
