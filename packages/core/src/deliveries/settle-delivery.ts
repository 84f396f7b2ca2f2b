import { type Database, lockDestination } from '@shotclock/db';
import {
  type AttemptOutcome,
  type AttemptRecord,
  recordDestinationResult,
  settleDelivery as settleRow,
} from '@shotclock/db/all-accounts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { retryDelaySeconds } from './retry-delay.ts';

export type AttemptResult = AttemptRecord & {
  /** Whether the receiver accepted the message. */
  delivered: boolean;
  /** Whether the receiver would reject the message in every attempt. */
  isFinal: boolean;
  /** The delay that the receiver asked for; null if it did not. */
  retryAfterSeconds: number | null;
};

/** The receiver no longer exists. */
const goneStatus = 410;
/** The receiver or a proxy before it is overloaded. */
const overloadStatuses = [429, 502, 504];
/** A destination is disabled after this time without success, counted from the third failed delivery. */
const failingDays = 5;

/**
 * Records the result of an attempt: the delivery ends or waits for its next attempt, and the destination may be disabled.
 * @returns false, without changes, if the lease expired and another sender claimed the delivery, or if it was canceled
 */
export async function settleDelivery(
  { db }: { db: Database },
  { delivery, destination }: ClaimedDelivery,
  { delivered, isFinal, retryAfterSeconds, ...attempt }: AttemptResult,
): Promise<boolean> {
  const isGone = attempt.status === goneStatus;
  const outcome = outcomeOf(delivery.attemptsLeft, {
    delivered,
    isFinal: isFinal || isGone,
    retryAfterSeconds,
  });
  const { accountId, id: destinationId } = destination;
  const isSettled = await db.transaction(async (tx) => {
    // In the same order as senders that claim the destination's deliveries.
    await lockDestination(tx, { accountId, destinationId });
    if (!(await settleRow(tx, delivery, attempt, outcome))) return false;
    const oneAtATime = overloadStatuses.includes(attempt.status ?? 0);
    const failed = outcome.status === 'FAILED';
    await recordDestinationResult(tx, {
      accountId,
      destinationId,
      failingDays,
      delivered,
      failed,
      isGone,
      oneAtATime,
    });
    return true;
  });
  // The destination may have been disabled, which alert rules report.
  if (outcome.status === 'FAILED') db.changed(accountId);
  return isSettled;
}

function outcomeOf(
  attemptsLeft: number,
  {
    delivered,
    isFinal,
    retryAfterSeconds,
  }: Pick<AttemptResult, 'delivered' | 'isFinal' | 'retryAfterSeconds'>,
): AttemptOutcome {
  if (delivered) return { status: 'DELIVERED' };
  if (isFinal || attemptsLeft === 0) return { status: 'FAILED' };
  return { status: 'PENDING', delaySeconds: retryDelaySeconds(attemptsLeft, retryAfterSeconds) };
}
