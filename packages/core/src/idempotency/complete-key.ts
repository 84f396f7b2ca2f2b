import {
  deleteUnusedKey,
  endKeyLease,
  type KeyHold,
  type KeyResponse,
  storeKeyResponse,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';

/** Invalid requests, rate limits and server errors. The client may repeat such a request if it had no effect. */
const isRepeatable = (status: number) => status === 400 || status === 429 || status >= 500;

/**
 * Completes a request that holds a key. Its response is stored and returned to repeated requests. If the request is repeatable
 * and had no effect, the key is deleted instead. A server error after the effect counts as a lost response.
 * @param input.body null for a body that is neither text nor a stored object and cannot be returned again
 */
export async function completeKey(
  ctx: Pick<CoreContext, 'db'>,
  input: { hold: KeyHold; body: KeyResponse['body'] | null } & Omit<KeyResponse, 'body'>,
): Promise<void> {
  const db = ctx.db.orm;
  const { hold, status, headers, body } = input;
  if (isRepeatable(status) && (await deleteUnusedKey(db, hold))) return;
  if (status < 500 && body !== null) await storeKeyResponse(db, hold, { status, headers, body });
  else await endKeyLease(db, hold);
}
