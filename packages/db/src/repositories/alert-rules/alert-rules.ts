import type { PageRequest, SortField } from '@shotclock/contracts';
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { alertRuleDestinations, alertRules } from '../../schema/alert-rules.ts';
import { destinations } from '../../schema/destinations.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { lockAccountForCount } from '../accounts/lock-account-for-count.ts';
import { hasId } from '../has-id.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import { readRows } from '../page.ts';

export type AlertRuleRow = typeof alertRules.$inferSelect & { destinationIds: number[] };
/** The fields that a request can set. */
export type AlertRuleValues = Omit<
  AlertRuleRow,
  'id' | 'accountId' | 'createdAt' | 'updatedAt' | 'nextDigestAt' | 'digestedUntil'
>;
/** When the next digest of a rule is sent, and the start of its period. */
export type DigestState = Partial<Pick<AlertRuleRow, 'nextDigestAt' | 'digestedUntil'>>;

type Account = { accountId: number };
type Key = Account & { ruleId: number };
const ofKey = ({ accountId, ruleId }: Key) =>
  and(hasId(alertRules.id, ruleId), eq(alertRules.accountId, accountId));

/** Locks the account against other transactions that add rules, and counts its rules. */
export async function lockAlertRuleCount(tx: Queryable, { accountId }: Account): Promise<number> {
  await lockAccountForCount(tx, { accountId });
  const [row] = await tx
    .select({ value: count() })
    .from(alertRules)
    .where(eq(alertRules.accountId, accountId));
  return row!.value;
}

/** The caller must have locked the destinations (`lockRuleDestinations`). */
export async function insertAlertRule(
  tx: Queryable,
  { accountId, destinationIds, ...values }: Account & AlertRuleValues & DigestState,
): Promise<AlertRuleRow> {
  const [row] = await tx
    .insert(alertRules)
    .values({ accountId, ...values })
    .returning();
  await addDestinations(tx, row!.id, destinationIds);
  return { ...row!, destinationIds: sorted(destinationIds) };
}

const sorted = (ids: number[]): number[] => ids.toSorted((one, other) => one - other);

async function addDestinations(tx: Queryable, ruleId: number, destinationIds: number[]): Promise<void> {
  if (destinationIds.length === 0) return;
  await tx
    .insert(alertRuleDestinations)
    .values(destinationIds.map((destinationId) => ({ alertRuleId: ruleId, destinationId })));
}

export async function findAlertRule(db: Queryable, key: Key): Promise<AlertRuleRow | undefined> {
  const rows = await db.select().from(alertRules).where(ofKey(key));
  return (await withDestinations(db, rows))[0];
}

/** Like `findAlertRule`, but also locks the rule until the transaction ends. */
export async function lockAlertRule(tx: Queryable, key: Key): Promise<AlertRuleRow | undefined> {
  const rows = await tx.select().from(alertRules).where(ofKey(key)).for('update');
  return (await withDestinations(tx, rows))[0];
}

async function withDestinations(
  db: Queryable,
  rows: (typeof alertRules.$inferSelect)[],
): Promise<AlertRuleRow[]> {
  if (rows.length === 0) return [];
  const { alertRuleId, destinationId } = alertRuleDestinations;
  const ids = rows.map(({ id }) => id);
  const found = await db
    .select()
    .from(alertRuleDestinations)
    .where(hasOneOfIds(alertRuleId, ids))
    .orderBy(asc(alertRuleId), asc(destinationId));
  const byRule = Map.groupBy(found, (one) => one.alertRuleId);
  return rows.map((row) => ({
    ...row,
    destinationIds: (byRule.get(row.id) ?? []).map((one) => one.destinationId),
  }));
}

/** Replaces the fields of a locked rule. */
export async function updateAlertRule(
  tx: Queryable,
  key: Key,
  { destinationIds, ...values }: AlertRuleValues & DigestState,
): Promise<AlertRuleRow> {
  const [row] = await tx
    .update(alertRules)
    .set({ ...values, updatedAt: sql`now()` })
    .where(ofKey(key))
    .returning();
  if (row) {
    await tx.delete(alertRuleDestinations).where(eq(alertRuleDestinations.alertRuleId, row.id));
    await addDestinations(tx, row.id, destinationIds);
  }
  return { ...row!, destinationIds: sorted(destinationIds) };
}

export async function deleteAlertRule(tx: Queryable, key: Key): Promise<void> {
  await tx.delete(alertRules).where(ofKey(key));
}

/** A page of the account's rules. `db` must be a transaction of `Database.snapshot`. */
export async function listAlertRules(
  db: Queryable,
  { accountId }: Account,
  request: PageRequest<SortField<'alertRules'>>,
) {
  const found = await readRows(db, alertRules, eq(alertRules.accountId, accountId), request);
  return { ...found, rows: await withDestinations(db, found.rows) };
}

/** Returns the IDs of those destinations that exist, and prevents their deletion until the transaction ends. */
export async function lockRuleDestinations(
  tx: Queryable,
  { accountId, destinationIds }: Account & { destinationIds: number[] },
): Promise<number[]> {
  const rows = await tx
    .select({ id: destinations.id })
    .from(destinations)
    .where(and(inArray(destinations.id, destinationIds), eq(destinations.accountId, accountId)))
    .for('key share');
  return rows.map(({ id }) => id);
}

/** What determines whether a schedule, or the schedule of an item, can cause events. */
export type RuleTarget = { id: number; isCompleted: boolean; detectsChanges: boolean };

/** Those of the schedules that exist. */
export async function findRuleSchedules(
  db: Queryable,
  { accountId, scheduleIds }: Account & { scheduleIds: number[] },
): Promise<RuleTarget[]> {
  return db
    .select(target(schedules.id))
    .from(schedules)
    .where(
      and(
        hasOneOfIds(schedules.id, scheduleIds),
        eq(schedules.accountId, accountId),
        sql`${schedules.deletedAt} is null`,
      ),
    );
}

/** Those of the items that exist. */
export async function findRuleItems(
  db: Queryable,
  { accountId, itemIds }: Account & { itemIds: number[] },
): Promise<RuleTarget[]> {
  return db
    .select(target(scheduleItems.id))
    .from(scheduleItems)
    .innerJoin(schedules, eq(schedules.id, scheduleItems.scheduleId))
    .where(
      and(
        hasOneOfIds(scheduleItems.id, itemIds),
        eq(scheduleItems.accountId, accountId),
        sql`${scheduleItems.removedAt} is null and ${schedules.deletedAt} is null`,
      ),
    );
}

const target = (id: typeof schedules.id | typeof scheduleItems.id) => ({
  id: sql<number>`${id}`.mapWith(Number),
  isCompleted: sql<boolean>`${schedules.status} = 'COMPLETED'`,
  detectsChanges: schedules.detectChanges,
});
