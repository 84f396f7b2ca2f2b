import { lockValidKeyCount, type Queryable } from '@shotclock/db';
import type { ManagementContext } from '../context.ts';
import { CoreError } from '../errors.ts';

/**
 * Checks that the account can have another key. The account stays locked until the transaction, which adds it, ends, so that concurrent
 * requests do not exceed the limit.
 * @throws CoreError conflict
 */
export async function assertKeyLimit(
  tx: Queryable,
  { limits }: Pick<ManagementContext, 'limits'>,
  accountId: number,
): Promise<void> {
  if (limits === undefined) return;
  const most = limits.maxApiKeysPerAccount;
  if ((await lockValidKeyCount(tx, { accountId }, { rotated: false })) >= most)
    throw new CoreError(
      'conflict',
      `The limit of the account is ${most} valid API keys. Revoke a key first.`,
    );
}

/**
 * Checks that another key of the account can be rotated and remain valid for an overlap. Without this limit, the successor of a successor
 * could be rotated without end. Locks the account like `assertKeyLimit`.
 * @throws CoreError conflict
 */
export async function assertOverlapLimit(
  tx: Queryable,
  { limits }: Pick<ManagementContext, 'limits'>,
  accountId: number,
): Promise<void> {
  if (limits === undefined) return;
  const most = limits.maxApiKeysPerAccount;
  if ((await lockValidKeyCount(tx, { accountId }, { rotated: true })) >= most)
    throw new CoreError(
      'conflict',
      `The limit of the account is ${most} rotated API keys in their overlap. Revoke one of them, or rotate with overlapSeconds 0.`,
    );
}
