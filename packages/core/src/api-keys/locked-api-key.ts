import type { ApiKeyRow, Queryable } from '@shotclock/db';
import { lockApiKey } from '@shotclock/db/all-accounts';
import { assertCurrent } from '../assert-current.ts';
import { type ManagementContext, managedAccount } from '../context.ts';
import { notFound } from '../errors.ts';
import { apiKeyResource } from './api-key-resource.ts';

/**
 * Locks a key that the request manages, so that the caller can change it.
 * @throws CoreError not_found (also for a key that the request does not manage), precondition_failed
 */
export async function lockedApiKey(
  ctx: ManagementContext,
  tx: Queryable,
  { keyId }: { keyId: number },
): Promise<ApiKeyRow> {
  const row = await lockApiKey(tx, { ...managedAccount(ctx), keyId });
  if (!row) throw notFound('API key', keyId);
  await assertCurrent(ctx, () => apiKeyResource(row));
  return row;
}
