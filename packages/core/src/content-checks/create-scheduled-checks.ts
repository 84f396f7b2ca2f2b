import { insertScheduledChecks, type Queryable, recordUncheckedItems } from '@shotclock/db';
import { countPayable, entryDescriptions } from './check-payment.ts';

/**
 * Creates and debits content-change checks for an account's new executions whose schedules detect changes, in item order,
 * as far as the balance allows. The execution records the number of items without a check. Call this last in the
 * transaction, and for several accounts in the order of their IDs, because it locks their wallets.
 */
export async function createScheduledChecks(
  tx: Queryable,
  { accountId, executionIds }: { accountId: number; executionIds: number[] },
  price: number,
): Promise<void> {
  const max = await countPayable(tx, { accountId }, price);
  const options = { price, max, description: entryDescriptions.DEBIT };
  const unpaid = await insertScheduledChecks(tx, { accountId, executionIds }, options);
  for (const { executionId, checks } of unpaid) {
    const items = checks === 1 ? '1 item' : `${checks} items`;
    const sentence = `No content-change check for ${items}: the balance is too low. Add credits before the next run.`;
    await recordUncheckedItems(tx, { accountId, executionId }, { items: checks, sentence });
  }
}
