import {
  deleteUnusedKey,
  endKeyLease,
  type KeyHold,
  type KeyResponse,
  storeKeyResponse,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';

/** Refused for its form, sent too often, or failed on our side: without effect such a request may come again. */
const isRepeatable = (status: number) => status === 400 || status === 429 || status >= 500;

/**
 * Ends a request that holds a key. Its answer is stored and replayed from now on; one that may be repeated and took no
 * effect frees the key; an error of ours after the effect is kept as a lost answer.
 * @param input.body null when it is neither text nor a stored object, and so cannot be repeated
 */
export async function answerKey(
  ctx: Pick<CoreContext, 'db'>,
  input: { hold: KeyHold; body: KeyResponse['body'] | null } & Omit<KeyResponse, 'body'>,
): Promise<void> {
  const db = ctx.db.orm;
  const { hold, status, headers, body } = input;
  if (isRepeatable(status) && (await deleteUnusedKey(db, hold))) return;
  if (status < 500 && body !== null) await storeKeyResponse(db, hold, { status, headers, body });
  else await endKeyLease(db, hold);
}
