import type { Database } from '@shotclock/db';
import { type Logger, retry } from '@shotclock/runtime';

const retryDelayMs = 1_000;

/** Subscribes to a channel, and retries until the database responds. Returns undefined if `signal` aborts first. */
export function subscribe(
  { db, logger }: { db: Database; logger: Logger },
  channel: string,
  wake: () => void,
  signal: AbortSignal,
) {
  const onRetry = (err: unknown) => logger.error({ err }, 'subscribing to the database failed; retrying');
  return retry(() => db.listen(channel, wake, wake), { delayMs: retryDelayMs, signal, onRetry }).catch(
    () => undefined,
  );
}
