import { type ApiKey, type Page, type PageRequest, pageOf, type SortField } from '@shotclock/contracts';
import { listApiKeys as listApiKeyRows } from '@shotclock/db/all-accounts';
import { type ManagementContext, managedAccount } from '../context.ts';
import { apiKeyResource } from './api-key-resource.ts';

/** Lists the keys that the request manages, including revoked and expired keys. */
export async function listApiKeys(
  ctx: ManagementContext,
  input: PageRequest<SortField<'apiKeys'>>,
): Promise<Page<ApiKey>> {
  const found = await ctx.db.snapshot((tx) => listApiKeyRows(tx, managedAccount(ctx), input));
  return pageOf(found.rows.map(apiKeyResource), found, input);
}
