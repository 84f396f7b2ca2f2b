import { type CreatedApiKey, limits, type RotateApiKeyBody } from '@shotclock/contracts';
import { type ApiKeyRow, notifyApiKey, retireApiKey } from '@shotclock/db';
import type { ManagementContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { changedKey } from './api-key-resource.ts';
import { assertOverlapLimit } from './assert-key-limit.ts';
import { insertNewApiKey } from './insert-new-api-key.ts';
import { isLater } from './is-later.ts';
import { lockedApiKey } from './locked-api-key.ts';

/**
 * Creates a key with the account, name, scopes and expiry of another key, which remains valid for an overlap.
 * @throws CoreError not_found, conflict (the key was revoked or rotated, or has expired; too many rotated keys are
 * still valid), forbidden (the key expires later than the request's own key)
 */
export async function rotateApiKey(
  ctx: ManagementContext,
  input: { keyId: number } & RotateApiKeyBody,
): Promise<CreatedApiKey> {
  const { overlapSeconds = limits.keyOverlapSeconds.default } = input;
  const changes = (keys: Rotated) => [keys.previous, keys.created].flatMap(changedKey);
  const { created, previous } = await inTransaction(ctx, changes, async (tx) => {
    const row = await lockedApiKey(ctx, tx, input);
    const { id, accountId, name, scopes, expiresAt, revokedAt, rotatedAt, prefix } = row;
    if (revokedAt || (expiresAt && expiresAt.getTime() <= Date.now()))
      throw new CoreError('conflict', `The API key ${id} is no longer valid. Create a new one.`);
    if (rotatedAt) throw new CoreError('conflict', `The API key ${id} has already been rotated.`);
    if (isLater(expiresAt, ctx.keyExpiresAt ?? null))
      throw new CoreError('forbidden', `The API key ${id} expires later than the request's API key.`);
    if (overlapSeconds > 0) await assertOverlapLimit(tx, ctx, accountId);
    await retireApiKey(tx, { accountId, keyId: id }, overlapSeconds);
    await notifyApiKey(tx, prefix);
    return { created: await insertNewApiKey(tx, { accountId, name, scopes, expiresAt }), previous: row };
  });
  ctx.onApiKeyChanged?.(previous.prefix);
  return created;
}

type Rotated = { created: CreatedApiKey; previous: ApiKeyRow };
