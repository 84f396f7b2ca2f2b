import type { Database } from '@shotclock/db';
import { deleteTimeLapsesOfAny, lockExpiredTimeLapses } from '@shotclock/db/all-accounts';
import { type DeletionPass, deleteById, type PassResult } from '../delete-by-id.ts';

/**
 * Deletes time-lapses whose captures are all past their retention. Works like `deleteById`.
 * @param options.defaultDays retention of captures whose schedule does not define one; null keeps them forever
 */
export const deleteExpiredTimeLapses = (
  ctx: { db: Database },
  { defaultDays, ...pass }: DeletionPass & { defaultDays: number | null },
): Promise<PassResult> =>
  deleteById(
    ctx,
    async (tx, next) => {
      const { ids, last } = await lockExpiredTimeLapses(tx, { defaultDays, ...next });
      await deleteTimeLapsesOfAny(tx, ids);
      return { deleted: ids.length, last };
    },
    pass,
  );
