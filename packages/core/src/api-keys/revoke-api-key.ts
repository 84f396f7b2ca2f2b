import { notifyApiKey, revokeApiKey as revokeRow } from '@shotclock/db';
import type { ManagementContext } from '../context.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { changedKey } from './api-key-resource.ts';
import { lockedApiKey } from './locked-api-key.ts';

/**
 * Revokes a key. From then on, this API process refuses requests with the key; other processes refuse them once they are
 * notified. A key that is already revoked does not change.
 * @throws CoreError not_found, precondition_failed
 */
export async function revokeApiKey(ctx: ManagementContext, input: { keyId: number }): Promise<void> {
  const { prefix } = await inTransaction(ctx, changedKey, async (tx) => {
    const row = await lockedApiKey(ctx, tx, input);
    await revokeRow(tx, { accountId: row.accountId, keyId: row.id });
    await notifyApiKey(tx, row.prefix);
    return row;
  });
  ctx.onApiKeyChanged?.(prefix);
}
