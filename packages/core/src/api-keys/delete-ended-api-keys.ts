import type { Database } from '@shotclock/db';
import { deleteEndedApiKeys as deleteBatch } from '@shotclock/db/all-accounts';
import { deleteInBatches } from '../delete-in-batches.ts';

const keptDays = 90;

/** Deletes, in batches, API keys that expired or were revoked more than 90 days ago. Returns their number. */
export const deleteEndedApiKeys = ({ db }: { db: Database }): Promise<number> =>
  deleteInBatches((limit) => deleteBatch(db.orm, { days: keptDays, limit }));
