import type { PageRequest, SortField } from '@shotclock/contracts';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { destinations } from '../../schema/destinations.ts';
import { lockAccountForCount } from '../accounts/lock-account-for-count.ts';
import { readRows } from '../page.ts';

export type DestinationRow = typeof destinations.$inferSelect;
type Owner = { accountId: number };
type Key = Owner & { destinationId: number };
export type DestinationChanges = Partial<
  Pick<DestinationRow, 'name' | 'origin' | 'sealedConfig' | 'status' | 'disabledReason' | 'failingSince'>
>;

const ofKey = ({ accountId, destinationId }: Key) =>
  and(eq(destinations.id, destinationId), eq(destinations.accountId, accountId));

/** Locks the account against other transactions that add destinations, and counts its destinations. */
export async function lockDestinationCount(tx: Queryable, { accountId }: Owner): Promise<number> {
  await lockAccountForCount(tx, { accountId });
  return countDestinations(tx, { accountId });
}

export async function countDestinations(db: Queryable, { accountId }: Owner): Promise<number> {
  return db.$count(destinations, eq(destinations.accountId, accountId));
}

/**
 * Inserts a destination.
 * @param seal returns the sealed configuration for the ID, which is part of the context
 */
export async function insertDestination(
  tx: Queryable,
  destination: Pick<DestinationRow, 'accountId' | 'name' | 'kind' | 'origin'>,
  seal: (id: number) => string,
): Promise<DestinationRow> {
  const [inserted] = await tx
    .insert(destinations)
    .values({ ...destination, sealedConfig: '' })
    .returning({ id: destinations.id });
  const { id } = inserted!;
  const [row] = await tx
    .update(destinations)
    .set({ sealedConfig: seal(id) })
    .where(ofKey({ accountId: destination.accountId, destinationId: id }))
    .returning();
  return row!;
}

export async function findDestination(db: Queryable, key: Key): Promise<DestinationRow | undefined> {
  const [row] = await db.select().from(destinations).where(ofKey(key));
  return row;
}

/** Like `findDestination`, but also locks the row until the transaction ends. */
export async function lockDestination(tx: Queryable, key: Key): Promise<DestinationRow | undefined> {
  const [row] = await tx.select().from(destinations).where(ofKey(key)).for('update');
  return row;
}

/** Changes a locked destination. */
export async function updateDestination(
  tx: Queryable,
  key: Key,
  changes: DestinationChanges,
): Promise<DestinationRow> {
  const [row] = await tx
    .update(destinations)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(ofKey(key))
    .returning();
  return row!;
}

/** Deletes a locked destination. */
export async function deleteDestination(tx: Queryable, key: Key): Promise<void> {
  await tx.delete(destinations).where(ofKey(key));
}

/** A page of an account's destinations. `db` must be a transaction of `Database.snapshot`. */
export async function listDestinations(
  db: Queryable,
  { accountId }: Owner,
  request: PageRequest<SortField<'destinations'>>,
) {
  return readRows(db, destinations, eq(destinations.accountId, accountId), request);
}
