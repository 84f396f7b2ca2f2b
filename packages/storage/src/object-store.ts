import type { Readable } from 'node:stream';

/** Ends an operation early: it rejects with the signal's reason, and a put leaves nothing half-written. */
export type Abortable = { signal?: AbortSignal | undefined };

export type ListedObject = {
  key: string;
  /** In bytes. */
  size: number;
};

/** How a consumer is to be answered by the store itself. */
export type PresignOptions = {
  method: 'GET' | 'HEAD';
  /** From when the address works, to the second: this machine's clock may be off. */
  from: Date;
  /** How long it works, from 1 second to 7 days. */
  expiresSeconds: number;
  /** Headers of the store's answer, whatever the object was stored with. */
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
};

/**
 * Where captured bytes are kept, by key: up to 512 letters, digits and `._-`, in segments that `/` parts and that start
 * with a letter or digit. Every operation rejects with a StorageError, or with its signal's reason, and nothing else; only
 * a stream that was handed out fails with what its source gives.
 */
export type ObjectStore = {
  /**
   * Stores the whole body or nothing, and has it on disk when it resolves; a reader sees the object whole or not at all.
   * Keys are made of the content, so an object of the same size under the key is the same: nothing is written then. One of
   * another size is replaced.
   */
  put(key: string, body: Buffer, contentType: string, options?: Abortable): Promise<void>;
  /** The object and its size in bytes; null when there is none. The stream must be read or destroyed. */
  get(key: string, options?: Abortable): Promise<{ stream: Readable; size: number } | null>;
  exists(key: string, options?: Abortable): Promise<boolean>;
  /** Resolves also when there is no such object. */
  delete(key: string, options?: Abortable): Promise<void>;
  /**
   * The first objects after a key, in the order of the keys' bytes; fewer than `limit` when there are no more. What is put
   * or deleted meanwhile may be listed or not.
   * @param options.limit 1 to 1,000
   */
  list(options: { prefix?: string; after?: string; limit: number } & Abortable): Promise<ListedObject[]>;
  /** Removes what killed writers left half-written longer ago than this, and answers how much that was. */
  removeLeftovers(olderThanSeconds: number): Promise<number>;
  /** An address where whoever has it reads the object; null where the store answers nobody but us. */
  presign: ((key: string, options: PresignOptions) => Promise<string>) | null;
  /** Resolves when objects could be stored now. */
  ping(): Promise<void>;
};
