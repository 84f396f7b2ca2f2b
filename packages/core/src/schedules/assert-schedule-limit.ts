import { lockScheduleCount, type Queryable } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';

/**
 * Checks that the account can have another schedule. The account stays locked until the end of the transaction that adds
 * the schedule, so concurrent requests cannot exceed the limit.
 * @throws CoreError conflict
 */
export async function assertScheduleLimit(
  tx: Queryable,
  { accountId, limits }: Pick<CoreContext, 'accountId' | 'limits'>,
): Promise<void> {
  const counted = await lockScheduleCount(tx, { accountId }, limits.maxSchedulesPerAccount);
  if (counted && counted.schedules >= counted.limit)
    throw new CoreError(
      'conflict',
      `The account's limit is ${counted.limit} schedules. Delete a schedule first.`,
    );
}
