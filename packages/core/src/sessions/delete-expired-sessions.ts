import type { Database } from '@shotclock/db';
import { deleteExpiredSessions as deleteBatch } from '@shotclock/db/all-accounts';
import { deleteInBatches } from '../delete-in-batches.ts';

/** Deletes expired sessions in batches, and returns their number. */
export const deleteExpiredSessions = ({ db }: { db: Database }): Promise<number> =>
  deleteInBatches((limit) => deleteBatch(db.orm, limit));
