import { matchAlertRules, sendDigests } from '@shotclock/core';
import { channels, type Database } from '@shotclock/db';
import type { Logger } from '@shotclock/runtime';
import { createSleeper } from '../sleeper.ts';
import type { Steps } from '../steps.ts';
import { subscribe } from '../subscribe.ts';

/** An older transaction may delay the facts that a notification is about. */
const delayedFactsMs = 1_000;
/** A notification can be lost. */
const maxSleepMs = 30_000;
const retryDelayMs = 1_000;

type Context = { db: Database; logger: Logger };

/**
 * Matches alert rules until `signal` aborts: after each notification of changes, and while facts are delayed. Makes the
 * digests that are due, whose time the matching statement reads. An idle installation costs one transaction per 30 s.
 * @param onPending called at most once per 30 s while deliveries are pending
 */
export async function runMatchLoop(
  ctx: Context,
  steps: Steps,
  signal: AbortSignal,
  onPending: () => void,
): Promise<void> {
  let reportedAt = -Infinity;
  const sleeper = createSleeper();
  const subscription = await subscribe(ctx, channels.changes, () => sleeper.wake(), signal);
  while (!signal.aborted) {
    let sleepMs = retryDelayMs;
    // If the database is down, the scheduler's loop reports that.
    await steps
      .run('match_alerts', async (onFault) => {
        const { waiting, digestMs, pending } = await matchAlertRules(ctx, { signal, onFault });
        const untilDigestMs = Math.max(delayedFactsMs, digestMs ?? maxSleepMs);
        sleepMs = waiting ? delayedFactsMs : Math.min(untilDigestMs, maxSleepMs);
        if (pending && performance.now() - reportedAt >= maxSleepMs) {
          reportedAt = performance.now();
          onPending();
        }
        if (digestMs !== null && digestMs <= 0) await sendDigests(ctx, { signal, onFault });
        return 'done';
      })
      .catch(() => undefined);
    await sleeper.sleep(sleepMs, signal);
  }
  await subscription?.close().catch(() => undefined);
}
