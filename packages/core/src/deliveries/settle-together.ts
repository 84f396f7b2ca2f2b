import type { Database } from '@shotclock/db';
import { settleDelivered } from '@shotclock/db/all-accounts';
import type { Logger } from '@shotclock/runtime';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { type AttemptResult, settleDelivery } from './settle-delivery.ts';

/** Records the result of an attempt, as `settleDelivery` does. */
export type SettleDelivery = (claimed: ClaimedDelivery, result: AttemptResult) => Promise<boolean>;

/** Messages that are delivered within this time are recorded together. */
const togetherMs = 10;

/** Returns a function that records messages which are delivered at about the same time in one statement. */
export function createSettleTogether(ctx: { db: Database; logger: Logger }): SettleDelivery {
  let delivered: {
    claimed: ClaimedDelivery;
    result: AttemptResult;
    recorded: PromiseWithResolvers<boolean>;
  }[] = [];

  async function settleAll(): Promise<void> {
    const settling = delivered;
    delivered = [];
    const attempts = settling.map(({ claimed: { delivery }, result }) => {
      const { id, accountId, destinationId, leaseToken } = delivery;
      const { at, durationMs, status, error, response } = result;
      return { id, accountId, destinationId, leaseToken, at, durationMs, status, error, response };
    });
    // If the statement fails, the data of one attempt may be the reason.
    const tokens = await settleDelivered(ctx.db.orm, attempts).catch((err: unknown) => {
      ctx.logger.warn({ err }, 'delivered alerts are recorded one by one');
      return new Set<string>();
    });
    for (const { claimed, result, recorded } of settling) {
      if (tokens.has(claimed.delivery.leaseToken)) recorded.resolve(true);
      else settleDelivery(ctx, claimed, result).then(recorded.resolve, recorded.reject);
    }
  }

  return (claimed, result) => {
    if (!result.delivered) return settleDelivery(ctx, claimed, result);
    const recorded = Promise.withResolvers<boolean>();
    delivered.push({ claimed, result, recorded });
    if (delivered.length === 1) setTimeout(settleAll, togetherMs);
    return recorded.promise;
  };
}
