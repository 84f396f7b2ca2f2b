import type { Me } from '@shotclock/contracts';
import { findAccount } from '@shotclock/db';
import { apiKeyResource } from '../api-keys/api-key-resource.ts';
import type { Identity } from '../api-keys/authenticate.ts';
import type { CoreContext } from '../context.ts';
import { accountResource } from './account-resource.ts';

/** Describes the account and the key of a request. */
export async function getMe(
  ctx: Pick<CoreContext, 'db'>,
  { accountId, apiKey, scopes }: Identity,
): Promise<Me> {
  const account = await findAccount(ctx.db.orm, accountId);
  return {
    account: accountResource(account!),
    key: apiKey && apiKeyResource(apiKey),
    scopes: [...scopes],
  };
}
