import type { CreateApiKeyBody, CreatedApiKey } from '@shotclock/contracts';
import { findAccount } from '@shotclock/db';
import { managedAccountRow } from '../accounts/managed-account-row.ts';
import type { ManagementContext } from '../context.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { changedKey } from './api-key-resource.ts';
import { insertNewApiKey } from './insert-new-api-key.ts';

/**
 * Creates a key of an account that the request manages. The caller has checked the request with `expiryErrors`.
 * @throws CoreError not_found (the account)
 */
export function createApiKey(ctx: ManagementContext, body: CreateApiKeyBody): Promise<CreatedApiKey> {
  const { name, scopes, expiresAt } = body;
  return inTransaction(ctx, changedKey, async (tx) => {
    const { id } = await managedAccountRow(ctx, body.accountId ?? ctx.accountId, (one) =>
      findAccount(tx, { accountId: one }),
    );
    return insertNewApiKey(tx, {
      accountId: id,
      name,
      scopes,
      expiresAt: expiresAt ? new Date(expiresAt) : null,
    });
  });
}
