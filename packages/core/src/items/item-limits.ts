import type { ItemBytes } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';

/**
 * Checks the number of items in a schedule.
 * @throws CoreError conflict
 */
export function assertScheduleItems(ctx: CoreContext, existing: number, added: number): void {
  const { maxItemsPerSchedule } = ctx.limits;
  if (existing + added > maxItemsPerSchedule)
    throw new CoreError(
      'conflict',
      `A schedule can have at most ${maxItemsPerSchedule} items. This one has ${existing}, and the request adds ${added}.`,
    );
}

/**
 * Checks the total size of the account's items after a change that has increased it. The error rolls back the
 * transaction.
 * @throws CoreError conflict
 */
export function assertItemBytes({ bytes, limit }: ItemBytes): void {
  if (limit !== null && bytes > limit)
    throw new CoreError(
      'conflict',
      `The account's items can use at most ${limit} bytes, and they would use ${bytes}. Delete items, or shorten their URLs and selectors. ` +
        'Deleted items count until no record refers to them.',
    );
}
