import type { Database } from '@shotclock/db';
import { deleteUnusedUrls as deleteNext } from '@shotclock/db/all-accounts';
import { type DeletionPass, deleteById, type PassResult } from '../delete-by-id.ts';

/** Deletes URLs that no capture, check or item has, from the URLs that `urlContains` searches. Works like `deleteById`. */
export const deleteUnusedUrls = (ctx: { db: Database }, pass: DeletionPass): Promise<PassResult> =>
  deleteById(ctx, deleteNext, pass);
