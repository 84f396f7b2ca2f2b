import type { Database } from '@shotclock/db';
import { deleteDeletedSchedules, removeItemsOfDeletedSchedules } from '@shotclock/db/all-accounts';
import { type DeletionPass, deleteById, type PassResult } from '../delete-by-id.ts';

/** Marks the items of deleted schedules as removed, so that `deleteRemovedItems` finds them. Works like `deleteById`. */
export const removeItemsOfDeleted = (ctx: { db: Database }, pass: DeletionPass): Promise<PassResult> =>
  deleteById(ctx, removeItemsOfDeletedSchedules, pass);

/**
 * Deletes schedules that clients deleted at least a day ago and that have no items or executions left. Works like `deleteById`.
 */
export const deleteUnusedSchedules = (ctx: { db: Database }, pass: DeletionPass): Promise<PassResult> =>
  deleteById(ctx, deleteDeletedSchedules, pass);
