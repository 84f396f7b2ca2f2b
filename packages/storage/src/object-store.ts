import type { Readable } from 'node:stream';

/**
 * Where captured bytes are kept, by key. Every operation rejects with a StorageError and nothing else; only a stream
 * that was handed out fails with what its source gives.
 */
export interface ObjectStore {
  /** Stores the whole body or nothing, and has it on disk when it resolves. The same key again replaces the object. */
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** The object and its size in bytes; null when there is none. The stream must be read or destroyed. */
  get(key: string): Promise<{ stream: Readable; size: number } | null>;
  exists(key: string): Promise<boolean>;
  /** Resolves also when there is no such object. */
  delete(key: string): Promise<void>;
  /** Resolves when objects could be stored now. */
  ping(): Promise<void>;
}
