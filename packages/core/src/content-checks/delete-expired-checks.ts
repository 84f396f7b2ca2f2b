import type { Database } from '@shotclock/db';
import { deleteExpiredChecks as deleteNext } from '@shotclock/db/all-accounts';
import { type DeletionPass, deleteById, type PassResult } from '../delete-by-id.ts';

/**
 * Deletes content-change checks whose record retention period has ended and whose captures have been deleted. Works like
 * `deleteById`. Their ledger entries are kept.
 * @param options.days counted from the completion of the check; null keeps checks forever
 */
export async function deleteExpiredChecks(
  ctx: { db: Database },
  { days, ...pass }: DeletionPass & { days: number | null },
): Promise<PassResult> {
  if (days === null) return { deleted: 0, next: 0 };
  return deleteById(ctx, (tx, next) => deleteNext(tx, { ...next, days }), pass);
}
