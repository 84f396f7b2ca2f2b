import type { Database } from '@shotclock/db';
import { deleteExpiredIdempotencyKeys as deleteBatch } from '@shotclock/db/all-accounts';
import { deleteInBatches } from '../delete-in-batches.ts';

/** Deletes expired idempotency keys in batches, and returns their number. */
export const deleteExpiredIdempotencyKeys = ({ db }: { db: Database }): Promise<number> =>
  deleteInBatches((limit) => deleteBatch(db.orm, limit));
