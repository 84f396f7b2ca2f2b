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
 * Creates and debits the content-change checks of new executions whose schedules detect changes, in item order and as far as
 * the balance allows. The execution's outcome reason says how many items have no check. Call it last in the transaction: it
 * locks wallets, in account order.
 */
export async function createScheduledChecks(
  tx: Queryable,
  executionIds: number[],
  price: number,
): Promise<void> {
  const captures = await listCapturesToCheck(tx, executionIds);
  const unpaid: CaptureToCheck[] = [];
  for (const [accountId, ofAccount] of Map.groupBy(captures, (one) => one.accountId)) {
    const payable = await countPayable(tx, accountId, price);
    const checks = await insertContentChecks(tx, ofAccount.slice(0, payable).map(checkOf(price)));
    await debitChecks(tx, accountId, checks);
    unpaid.push(...ofAccount.slice(payable));
  }
  for (const [executionId, { length }] of Map.groupBy(unpaid, (one) => one.executionId)) {
    const items = length === 1 ? '1 item' : `${length} items`;
    const sentence = `No content-change check for ${items}: the balance is too low.`;
    await addOutcomeReason(tx, executionId, sentence);
  }
}

const checkOf =
  (price: number) =>
  ({ accountId, screenshotId, itemId, url, comparison }: CaptureToCheck) => ({
    accountId,
    screenshotId,
    itemId,
    url,
    target: itemTarget(itemId, comparison.mode),
    comparison,
    status: 'PENDING' as const,
    price,
  });
