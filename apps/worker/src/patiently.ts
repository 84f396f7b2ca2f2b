import { setTimeout as delay } from 'node:timers/promises';
import { databaseIsAway } from '@shotclock/db';

const pauseMs = 500;

/**
 * Does `work` again while the database is away, so that an outage costs neither the job nor the capture that was made.
 * The work must be fenced: it may have taken effect although its answer was lost.
 * @throws what `work` rejects with, when that is anything else or `signal` is aborted
 */
export async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !databaseIsAway(error)) throw error;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
