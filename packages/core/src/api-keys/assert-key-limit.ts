import { lockValidKeyCount, type Queryable } from '@shotclock/db';
import type { ManagementContext } from '../context.ts';
import { CoreError } from '../errors.ts';

type Limits = Pick<ManagementContext, 'limits'>;

/**
 * Checks that the account can have another key. The account stays locked until the end of the transaction that adds the
 * key, so concurrent requests cannot exceed the limit.
 * @throws CoreError conflict
 */
export const assertKeyLimit = (tx: Queryable, ctx: Limits, accountId: number): Promise<void> =>
  assertFewer(tx, ctx, {
    accountId,
    rotated: false,
    message: (max) => `The account's limit is ${max} valid API keys. Revoke a key first.`,
  });

/**
 * Checks that another of the account's keys can be rotated and remain valid during its overlap. Without this limit, a
 * client could keep rotating the successors. Locks the account like `assertKeyLimit`.
 * @throws CoreError conflict
 */
export const assertOverlapLimit = (tx: Queryable, ctx: Limits, accountId: number): Promise<void> =>
  assertFewer(tx, ctx, {
    accountId,
    rotated: true,
    message: (max) =>
      `The account's limit is ${max} rotated API keys that are still valid. Revoke one of them, or rotate with overlapSeconds 0.`,
  });

async function assertFewer(
  tx: Queryable,
  { limits }: Limits,
  { accountId, rotated, message }: { accountId: number; rotated: boolean; message: (max: number) => string },
): Promise<void> {
  if (limits === undefined) return;
  const max = limits.maxApiKeysPerAccount;
  if ((await lockValidKeyCount(tx, { accountId }, { rotated })) >= max)
    throw new CoreError('conflict', message(max));
}
