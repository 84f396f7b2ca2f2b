import type { ApiKey } from '@shotclock/contracts';
import { findApiKey } from '@shotclock/db/all-accounts';
import { type ManagementContext, managedAccount } from '../context.ts';
import { notFound } from '../errors.ts';
import { apiKeyResource } from './api-key-resource.ts';

/** @throws CoreError not_found (also for a key that the request does not manage) */
export async function getApiKey(ctx: ManagementContext, { keyId }: { keyId: number }): Promise<ApiKey> {
  const row = await findApiKey(ctx.db.orm, { ...managedAccount(ctx), keyId });
  if (!row) throw notFound('API key', keyId);
  return apiKeyResource(row);
}
