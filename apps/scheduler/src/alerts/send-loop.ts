// claim due deliveries (lease, token) ──► send, each beside the others ──► settle with the token
// The loop may be killed at any point: the deliveries that it held are claimed again when their leases expire, and are
// sent with the same ID. A slow receiver occupies at most two of the attempts in flight, and an account with many slow
// receivers at most as many as it leaves free, so that neither delays others.
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ClaimedDelivery,
  claimDeliveries,
  createSettleTogether,
  msUntilNextDelivery,
  type SendingContext,
  sendDelivery,
} from '@shotclock/core';
import { channels } from '@shotclock/db';
import { type Logger, retry } from '@shotclock/runtime';
import type { Sleeper } from '../sleeper.ts';
import type { Steps } from '../steps.ts';
import { subscribe } from '../subscribe.ts';

/** Attempts in flight. An attempt mostly waits, and holds at most a response. */
const maxInFlight = 200;
const maxSleepMs = 30_000;
/** The longest delay of a timer. */
const noneMs = 2 ** 31 - 1;
/** From one claim to the next one, so that a claim takes several deliveries while there are many. */
const minPauseMs = 20;
/** Due deliveries that were not claimed wait for their destination's other requests, or another sender holds its lock. */
const busyMs = 500;
const retryDelayMs = 1_000;

type Context = { logger: Logger; createSending: () => Promise<SendingContext | null> };

/**
 * Sends deliveries until `signal` aborts, and then waits for the attempts in flight, which end within a minute.
 * @param sleeper is woken while deliveries are pending; without any, the loop sends no statements
 */
export async function runSendLoop(
  ctx: Context,
  steps: Steps,
  signal: AbortSignal,
  sleeper: Sleeper,
): Promise<void> {
  const onRetry = (err: unknown) => ctx.logger.error({ err }, 'alerts cannot be sent yet; retrying');
  const sending = await retry(ctx.createSending, { delayMs: retryDelayMs, signal, onRetry }).catch(
    () => null,
  );
  if (sending) await send({ ...sending, logger: ctx.logger }, steps, signal, sleeper);
}

async function send(
  ctx: SendingContext & { logger: Logger },
  steps: Steps,
  signal: AbortSignal,
  sleeper: Sleeper,
): Promise<void> {
  const { logger } = ctx;
  const settle = createSettleTogether(ctx);
  const inFlight = new Map<Promise<void>, number>();
  const subscription = await subscribe(ctx, channels.deliveries, () => sleeper.wake(), signal);

  function start(claimed: ClaimedDelivery): void {
    const { id, accountId, destinationId } = claimed.delivery;
    const attempt = sendDelivery(ctx, claimed, settle)
      .then((result) => {
        if (!result?.error) return;
        const { status, error } = result;
        logger.info({ deliveryId: id, accountId, destinationId, status, error }, 'delivery attempt failed');
      })
      // The lease expires, and the delivery is claimed again.
      .catch((err: unknown) => logger.error({ err, deliveryId: id }, 'delivery attempt was not recorded'))
      .finally(() => {
        inFlight.delete(attempt);
        sleeper.wake();
      });
    inFlight.set(attempt, accountId);
  }

  /** Starts the attempts that are due. Returns how long to sleep, in milliseconds. */
  async function startDue(): Promise<number> {
    const free = maxInFlight - inFlight.size;
    if (free === 0) return maxSleepMs;
    const accounts = Map.groupBy(inFlight.values(), (accountId) => accountId);
    const busyAccounts = [...accounts]
      .filter(([, held]) => held.length >= free)
      .map(([accountId]) => accountId);
    const claimed = await claimDeliveries(ctx, {
      limit: free,
      perAccount: Math.ceil(free / 2),
      busyAccounts,
    });
    for (const one of claimed) start(one);
    if (claimed.length > 0) return busyMs;
    const untilNextMs = await msUntilNextDelivery(ctx);
    return untilNextMs === null ? noneMs : Math.max(busyMs, Math.min(untilNextMs, maxSleepMs));
  }

  while (!signal.aborted) {
    let sleepMs = retryDelayMs;
    // If the database is down, the scheduler's loop reports that.
    await steps
      .run('send_alerts', async () => {
        sleepMs = await startDue();
        return 'done';
      })
      .catch(() => undefined);
    const pause = delay(minPauseMs);
    await sleeper.sleep(sleepMs, signal);
    await pause;
  }
  await Promise.all(inFlight.keys());
  await subscription?.close().catch(() => undefined);
}
