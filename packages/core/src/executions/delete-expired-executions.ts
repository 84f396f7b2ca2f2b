import type { Database } from '@shotclock/db';
import { deleteExpiredExecutions as deleteNext } from '@shotclock/db/all-accounts';
import { type DeletionPass, deleteById, type PassResult } from '../delete-by-id.ts';

/**
 * Deletes executions whose retention period as records has ended and that no longer have screenshots or retries. Works
 * like `deleteById`.
 * @param options.days counted from the end of the execution; null keeps executions forever
 */
export async function deleteExpiredExecutions(
  ctx: { db: Database },
  { days, ...pass }: DeletionPass & { days: number | null },
): Promise<PassResult> {
  if (days === null) return { deleted: 0, next: 0 };
  return deleteById(ctx, (tx, next) => deleteNext(tx, { ...next, days }), pass);
}
