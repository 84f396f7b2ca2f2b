import type { Database, IdPass, PassedRows, Queryable } from '@shotclock/db';

/** Number of rows read per transaction. */
const limit = 1_000;
/** A call ends after this many transactions without a deletion. */
const maxIdle = 5;
/** No transaction is started after this time, so that other housekeeping can run as well. */
const maxMs = 10_000;

export type DeletionPass = { after?: number; signal?: AbortSignal };
/** The number of deleted rows, and the ID after which the next call continues. */
export type PassResult = { deleted: number; next: number };

/**
 * Visits the rows of a table in ID order and deletes some of them, in transactions of 1,000 rows. A call that finds
 * nothing to delete reads at most 5,000 rows, and every call ends after 10 s; repeated calls process all rows. The
 * process may be killed at any point, and any number of processes can call this concurrently.
 * @param deleteNext reads the next rows and deletes some of them, in one transaction
 * @param options.after the ID after which the call starts (default 0)
 */
export async function deleteById(
  { db }: { db: Database },
  deleteNext: (tx: Queryable, pass: IdPass) => Promise<PassedRows>,
  { after = 0, signal }: DeletionPass,
): Promise<PassResult> {
  const endsAt = performance.now() + maxMs;
  let deleted = 0;
  let next = after;
  for (let idle = 0; idle < maxIdle && performance.now() < endsAt && !signal?.aborted; ) {
    const passed = await db.transaction((tx) => deleteNext(tx, { after: next, limit }));
    deleted += passed.deleted;
    if (passed.deleted === 0) idle += 1;
    next = passed.last ?? 0;
    if (passed.last === null) break;
  }
  return { deleted, next };
}
