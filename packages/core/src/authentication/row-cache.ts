// Reading a key or session from the database for each request would cost a round trip. Each API process therefore caches
// the rows that it has read for a few seconds. It also caches names for which no row exists, so that every lookup costs
// the same. A notification removes a changed or revoked row from the cache.
import type { Database } from '@shotclock/db';
import { LRUCache } from 'lru-cache';

/** Rows that a process has read, by name. */
export type RowCache<Row> = {
  find(name: string): Promise<Row | null>;
  /** Removes the row from the cache, so that the next request reads it again. */
  forget(name: string): void;
  close(): Promise<void>;
};

/** Maximum time in milliseconds until a revoked key or session is refused if the notification is lost. */
const maxAgeMs = 5_000;
const maxRows = 10_000;
/**
 * How long requests may share a read, in milliseconds. A read that takes longer may be stuck on a broken connection, so
 * later requests start their own.
 */
const maxJoinMs = 1_000;

/**
 * @param options.channel channel of notifications whose payload is the name of a changed row
 * @param options.onError receives the error when the subscription fails; the driver keeps trying to subscribe
 * @param options.onChanged called after rows that may have changed were removed
 */
export function createRowCache<Row>(
  db: Database,
  {
    channel,
    read,
    onError,
    onChanged,
  }: {
    channel: string;
    read: (name: string) => Promise<Row | undefined>;
    onError: (error: unknown) => void;
    onChanged?: (() => void) | undefined;
  },
): RowCache<Row> {
  const cache = new LRUCache<string, { row: Row | null }>({ max: maxRows, ttl: maxAgeMs });
  /**
   * Reads that are in progress and still current. Callers share them, because all event streams check their keys at the
   * same time.
   */
  const reading = new LRUCache<string, Promise<Row | null>>({ max: maxRows, ttl: maxJoinMs });
  /** Number of changes so far. A row is not cached if it was read before a change. */
  let changes = 0;
  const forget = (name: string) => {
    changes += 1;
    cache.delete(name);
    reading.delete(name);
    onChanged?.();
  };
  const subscribing = db.listen(channel, forget, () => {
    changes += 1;
    cache.clear();
    reading.clear();
    onChanged?.();
  });
  subscribing.catch(onError);
  async function readRow(name: string): Promise<Row | null> {
    const changesBefore = changes;
    const row = (await read(name)) ?? null;
    if (changes === changesBefore) cache.set(name, { row });
    return row;
  }
  function readOnce(name: string): Promise<Row | null> {
    const result = readRow(name).finally(() => {
      if (reading.get(name) === result) reading.delete(name);
    });
    reading.set(name, result);
    return result;
  }
  return {
    async find(name) {
      const kept = cache.get(name);
      return kept ? kept.row : (reading.get(name) ?? readOnce(name));
    },
    forget,
    async close() {
      const subscription = await subscribing.catch(() => undefined);
      await subscription?.close();
    },
  };
}
