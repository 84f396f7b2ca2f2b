import type { CreateApiKeyBody, CreatedApiKey } from '@shotclock/contracts';
import { findAccount } from '@shotclock/db';
import { managedAccountRow } from '../accounts/managed-account-row.ts';
import type { ManagementContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { changedKey } from './api-key-resource.ts';
import { assertKeyLimit } from './assert-key-limit.ts';
import { insertNewApiKey } from './insert-new-api-key.ts';
import { isLater } from './is-later.ts';

/**
 * Creates a key for an account that the request manages. The new key expires no later than the request's own key; if no
 * expiry is given, both expire at the same time. The caller must have checked the request with `expiryErrors`.
 * @throws CoreError not_found (the account), conflict (the limit on keys), validation_failed (the expiry)
 */
export async function createApiKey(ctx: ManagementContext, body: CreateApiKeyBody): Promise<CreatedApiKey> {
  const { name, scopes } = body;
  const expiresAt = expiryOf(ctx, body);
  return inTransaction(ctx, changedKey, async (tx) => {
    const { id } = await managedAccountRow(ctx, body.accountId ?? ctx.accountId, (one) =>
      findAccount(tx, { accountId: one }),
    );
    await assertKeyLimit(tx, ctx, id);
    return insertNewApiKey(tx, { accountId: id, name, scopes, expiresAt });
  });
}

function expiryOf({ keyExpiresAt: latest = null }: ManagementContext, { expiresAt }: CreateApiKeyBody) {
  if (expiresAt === undefined) return latest;
  const expiry = expiresAt === null ? null : new Date(expiresAt);
  if (isLater(expiry, latest)) {
    const message = `must not be later than ${latest!.toISOString()}, when the request's API key expires`;
    refuse([{ path: '/expiresAt', code: 'out_of_range', message }]);
  }
  return expiry;
}
