import { type CreatedApiKey, limits, type RotateApiKeyBody } from '@shotclock/contracts';
import { type ApiKeyRow, expireApiKey, notifyApiKey } from '@shotclock/db';
import type { ManagementContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { changedKey } from './api-key-resource.ts';
import { insertNewApiKey } from './insert-new-api-key.ts';
import { lockedApiKey } from './locked-api-key.ts';

/**
 * Creates a key with the account, name, scopes and expiry of another, which remains valid for an overlap.
 * @throws CoreError not_found, conflict (the key was revoked or has expired)
 */
export async function rotateApiKey(
  ctx: ManagementContext,
  input: { keyId: number } & RotateApiKeyBody,
): Promise<CreatedApiKey> {
  const { overlapSeconds = limits.keyOverlapSeconds.default } = input;
  const changes = (keys: Rotated) => [keys.previous, keys.created].flatMap(changedKey);
  const { created, previous } = await inTransaction(ctx, changes, async (tx) => {
    const row = await lockedApiKey(ctx, tx, input);
    const { id, accountId, name, scopes, expiresAt, revokedAt, prefix } = row;
    if (revokedAt || (expiresAt && expiresAt.getTime() <= Date.now()))
      throw new CoreError('conflict', `The API key ${id} is no longer valid. Create a new one.`);
    await expireApiKey(tx, { accountId, keyId: id }, overlapSeconds);
    await notifyApiKey(tx, prefix);
    return { created: await insertNewApiKey(tx, { accountId, name, scopes, expiresAt }), previous: row };
  });
  ctx.onApiKeyChanged?.(previous.prefix);
  return created;
}

type Rotated = { created: CreatedApiKey; previous: ApiKeyRow };
