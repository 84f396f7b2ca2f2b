import type { PageRequest, SortField } from '@shotclock/contracts';
import { and, count, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { shares } from '../../schema/shares.ts';
import { readRows } from '../page.ts';
import { preparedSelect } from '../prepared-statement.ts';

export type ShareRow = typeof shares.$inferSelect;
type NewShare = Pick<ShareRow, 'accountId' | 'screenshotId' | 'tokenHash' | 'expiresAt'>;
type SharedScreenshot = { accountId: number; screenshotId: number };
type Key = SharedScreenshot & { shareId: number };

const ofScreenshot = ({ accountId, screenshotId }: SharedScreenshot) =>
  and(eq(shares.screenshotId, screenshotId), eq(shares.accountId, accountId));
const ofKey = ({ shareId, ...screenshot }: Key) => and(eq(shares.id, shareId), ofScreenshot(screenshot));

export async function insertShare(tx: Queryable, share: NewShare): Promise<ShareRow> {
  const [row] = await tx.insert(shares).values(share).returning();
  return row!;
}

export async function countShares(db: Queryable, screenshot: SharedScreenshot): Promise<number> {
  const [total] = await db.select({ value: count() }).from(shares).where(ofScreenshot(screenshot));
  return total!.value;
}

export async function findShare(db: Queryable, key: Key): Promise<ShareRow | undefined> {
  const [row] = await db.select().from(shares).where(ofKey(key));
  return row;
}

/** Like `findShare`, but also locks the share until the transaction ends. */
export async function lockShare(tx: Queryable, key: Key): Promise<ShareRow | undefined> {
  const [row] = await tx.select().from(shares).where(ofKey(key)).for('update');
  return row;
}

/** Deletes a locked share. */
export async function deleteShare(tx: Queryable, key: Key): Promise<void> {
  await tx.delete(shares).where(ofKey(key));
}

/** Deletes the expired shares of a screenshot, and returns their number. */
export async function deleteExpiredShares(tx: Queryable, screenshot: SharedScreenshot): Promise<number> {
  const deleted = await tx
    .delete(shares)
    .where(and(ofScreenshot(screenshot), lte(shares.expiresAt, sql`now()`)))
    .returning({ id: shares.id });
  return deleted.length;
}

const selectByToken = preparedSelect<{ tokenHash: string }, ShareRow>('find_shared', (db, value) =>
  db
    .select()
    .from(shares)
    .where(
      and(
        eq(shares.tokenHash, value('tokenHash')),
        or(isNull(shares.expiresAt), gt(shares.expiresAt, sql`now()`)),
      ),
    ),
);

/** Finds the unexpired share with the token in any account. Only for public links. */
export async function findShareByToken(db: Queryable, tokenHash: string): Promise<ShareRow | undefined> {
  const [row] = await selectByToken(db, { tokenHash });
  return row;
}

/** A page of a screenshot's shares, including expired shares. `db` must be a transaction of `Database.snapshot`. */
export async function listShares(
  db: Queryable,
  screenshot: SharedScreenshot,
  request: PageRequest<SortField<'shares'>>,
) {
  return readRows(db, shares, ofScreenshot(screenshot), request);
}
