import { extendTransaction, type Queryable } from '@shotclock/db';

/** Maximum number of items that a transaction processes within its usual time limit. */
export const itemsOfTransaction = 5_000;
/** The time limit per `itemsOfTransaction` items, and the maximum. */
const [secondsPerPart, maxSeconds] = [15, 120];

/**
 * Extends the time limits of a transaction that processes more than `itemsOfTransaction` items. The operator configures
 * how many items a schedule may have.
 */
export async function extendForItems(tx: Queryable, items: number): Promise<void> {
  if (items > itemsOfTransaction)
    await extendTransaction(tx, Math.min(maxSeconds, secondsPerPart * Math.ceil(items / itemsOfTransaction)));
}
