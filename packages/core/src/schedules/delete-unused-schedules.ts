import type { Database } from '@shotclock/db';
import { deleteDeletedSchedules, removeItemsOfDeletedSchedules } from '@shotclock/db/all-accounts';
import { type DeletionPass, deleteById, type PassResult } from '../delete-by-id.ts';

/** Marks the items of deleted schedules as removed, as `deleteById`, so that `deleteRemovedItems` finds them. */
export const removeItemsOfDeleted = (ctx: { db: Database }, pass: DeletionPass): Promise<PassResult> =>
  deleteById(ctx, removeItemsOfDeletedSchedules, pass);

/** Deletes schedules that were deleted a day ago and no longer have items or executions, as `deleteById`. */
export const deleteUnusedSchedules = (ctx: { db: Database }, pass: DeletionPass): Promise<PassResult> =>
  deleteById(ctx, deleteDeletedSchedules, pass);
