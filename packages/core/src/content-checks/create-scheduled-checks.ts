import {
  addOutcomeReason,
  type CaptureToCheck,
  insertContentChecks,
  listCapturesToCheck,
  type Queryable,
} from '@shotclock/db';
import { countPayable, debitChecks } from './check-payment.ts';
import { itemTarget } from './check-target.ts';

/**
 * Creates and debits the content-change checks of new executions of an account whose schedules detect changes, in item order and as
 * far as the balance allows. The execution's outcome reason says how many items have no check. Call it last in the transaction, and for
 * several accounts in the order of their IDs: it locks their wallets.
 */
export async function createScheduledChecks(
  tx: Queryable,
  { accountId, executionIds }: { accountId: number; executionIds: number[] },
  price: number,
): Promise<void> {
  const captures = await listCapturesToCheck(tx, { accountId, executionIds });
  if (captures.length === 0) return;
  const payable = await countPayable(tx, { accountId }, price);
  const checkOf = newCheck(accountId, price);
  const checks = await insertContentChecks(tx, captures.slice(0, payable).map(checkOf));
  await debitChecks(tx, { accountId }, checks);
  for (const [executionId, { length }] of Map.groupBy(captures.slice(payable), (one) => one.executionId)) {
    const items = length === 1 ? '1 item' : `${length} items`;
    const sentence = `No content-change check for ${items}: the balance is too low.`;
    await addOutcomeReason(tx, { accountId, executionId }, sentence);
  }
}

const newCheck =
  (accountId: number, price: number) =>
  ({ screenshotId, itemId, url, comparison }: CaptureToCheck) => ({
    accountId,
    screenshotId,
    itemId,
    url,
    target: itemTarget(itemId, comparison.mode),
    comparison,
    status: 'PENDING' as const,
    price,
  });
