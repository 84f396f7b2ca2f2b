import type { Database } from '@shotclock/db';
import { deleteRemovedItems } from '@shotclock/db/all-accounts';
import { type DeletionPass, deleteById, type PassResult } from '../delete-by-id.ts';

/** Deletes items that were removed at least a day ago and that no record refers to. Works like `deleteById`. */
export const deleteUnusedItems = (ctx: { db: Database }, pass: DeletionPass): Promise<PassResult> =>
  deleteById(ctx, deleteRemovedItems, pass);
