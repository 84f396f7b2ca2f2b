import { markKeyEffect, type Queryable } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';

/** Time from the effect to the stored response: slightly more than a request may wait for its result (120 s). */
const responseLeaseSeconds = 150;

/**
 * Runs a verb's writes in one transaction. When the request holds an idempotency key, the transaction first marks the key
 * TOOK_EFFECT, so the effect and the mark are committed together or not at all. A verb behind POST writes nowhere else.
 * @throws CoreError conflict (another request took the key over)
 */
export function inTransaction<T>(
  { db, heldKey }: Pick<CoreContext, 'db' | 'heldKey'>,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    if (heldKey && !(await markKeyEffect(tx, heldKey, responseLeaseSeconds)))
      throw new CoreError(
        'conflict',
        'This request took too long, and another one with the same Idempotency-Key is executed instead.',
      );
    return work(tx);
  });
}
