// Reading a key for each request would cost a round trip. Each API process therefore keeps the keys that it has read for some seconds,
// also the prefixes without a key, so that all of them cost the same. A notification removes a key that was changed or revoked.
import { type ApiKeyRow, channels, type Database, findApiKeyByPrefix } from '@shotclock/db';
import { LRUCache } from 'lru-cache';

/** The API keys that a process has read. */
export type ApiKeyCache = {
  /** Finds the key that begins with the prefix, whatever its account. */
  find(prefix: string): Promise<ApiKeyRow | null>;
  /** Forgets the key, so that the next request reads it. */
  forget(prefix: string): void;
  close(): Promise<void>;
};

/** Time after which a revoked key is refused if the notification is lost, in milliseconds. */
const maxAgeMs = 5_000;
const maxKeys = 10_000;

/** @param options.onError receives the error when the subscription fails; the driver keeps trying to subscribe */
export function createApiKeyCache(
  db: Database,
  { onError }: { onError: (error: unknown) => void },
): ApiKeyCache {
  const cache = new LRUCache<string, { row: ApiKeyRow | null }>({ max: maxKeys, ttl: maxAgeMs });
  /** Number of changes. A key that was read before a change is not kept. */
  let changes = 0;
  const forget = (prefix: string) => {
    changes += 1;
    cache.delete(prefix);
  };
  const subscribing = db.listen(channels.apiKeys, forget, () => {
    changes += 1;
    cache.clear();
  });
  subscribing.catch(onError);
  return {
    async find(prefix) {
      const kept = cache.get(prefix);
      if (kept) return kept.row;
      const changesBefore = changes;
      const row = (await findApiKeyByPrefix(db.orm, prefix)) ?? null;
      if (changes === changesBefore) cache.set(prefix, { row });
      return row;
    },
    forget,
    async close() {
      const subscription = await subscribing.catch(() => undefined);
      await subscription?.close();
    },
  };
}
