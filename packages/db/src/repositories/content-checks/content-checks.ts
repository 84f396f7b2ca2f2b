import {
  type Change,
  type ChangedArea,
  type ConditionResult,
  defaultComparison,
  type Rectangle,
} from '@shotclock/contracts';
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { objects } from '../../schema/objects.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import { appendEntries } from '../wallet/wallet.ts';

export type ContentCheckRow = typeof contentChecks.$inferSelect;
export type NewContentCheck = typeof contentChecks.$inferInsert;
/** A series of checks. Each check is compared with the last successful check that precedes it. */
export type CheckSeries = { accountId: number; target: string };

/** Identifies a check by the screenshot that was captured for it. */
export type CapturedKey = { accountId: number; screenshotId: number };

const capturedBy = ({ accountId, screenshotId }: CapturedKey) =>
  and(eq(contentChecks.screenshotId, screenshotId), eq(contentChecks.accountId, accountId));

export async function insertContentCheck(tx: Queryable, check: NewContentCheck): Promise<ContentCheckRow> {
  const [row] = await tx.insert(contentChecks).values(check).returning();
  return row!;
}

export async function findContentCheck(
  db: Queryable,
  key: { accountId: number; checkId: number },
): Promise<ContentCheckRow | undefined> {
  const [row] = await db
    .select()
    .from(contentChecks)
    .where(and(eq(contentChecks.id, key.checkId), eq(contentChecks.accountId, key.accountId)));
  return row;
}

/** The check for which a screenshot was captured, regardless of its status. */
export async function findCheckOfScreenshot(
  db: Queryable,
  key: CapturedKey,
): Promise<ContentCheckRow | undefined> {
  const [row] = await db.select().from(contentChecks).where(capturedBy(key));
  return row;
}

/** Finds the screenshots that have a check. */
export async function findCheckedScreenshots(
  db: Queryable,
  { accountId, screenshotIds }: { accountId: number; screenshotIds: number[] },
): Promise<number[]> {
  if (screenshotIds.length === 0) return [];
  const rows = await db
    .select({ id: contentChecks.screenshotId })
    .from(contentChecks)
    .where(
      and(eq(contentChecks.accountId, accountId), hasOneOfIds(contentChecks.screenshotId, screenshotIds)),
    );
  return rows.map(({ id }) => id!);
}

/** The last successful check of the series. `subjectUnreadable`: the store is known to have lost this check's subject. */
export async function findLastSuccessfulCheck(
  db: Queryable,
  { accountId, target }: CheckSeries,
): Promise<(ContentCheckRow & { subjectUnreadable: boolean }) | undefined> {
  const [row] = await db
    .select({
      ...getTableColumns(contentChecks),
      subjectUnreadable: sql<boolean>`exists (
        select from ${objects} o where o.sha256 = ${contentChecks.subject} and o.unreadable_since is not null)`,
    })
    .from(contentChecks)
    .where(
      and(
        eq(contentChecks.accountId, accountId),
        eq(contentChecks.target, target),
        eq(contentChecks.status, 'SUCCESS'),
      ),
    )
    .orderBy(desc(contentChecks.completedAt), desc(contentChecks.id))
    .limit(1);
  return row;
}

/** Until the transaction ends, locks the series against other transactions that complete one of its checks. */
export async function lockCheckSeries(tx: Queryable, { accountId, target }: CheckSeries): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`content-check ${accountId} ${target}`}, 0))`,
  );
}

export type CheckResult = {
  changed: boolean;
  /** From 0 to 1. */
  ratio: number;
  baselineScreenshotId: number | null;
  subject: string;
  keepsBaseline?: boolean;
  masks: Rectangle[];
  diff: string | null;
  changes?: Change[] | null;
  changedArea?: ChangedArea | null;
  unstable?: Rectangle[] | null;
  conditions?: ConditionResult | null;
  description: string | null;
};

/**
 * PENDING → SUCCESS, as the newest check of its series, which must be locked. Undefined if the screenshot has no pending
 * check.
 */
export async function completeContentCheck(
  tx: Queryable,
  key: CapturedKey,
  result: CheckResult,
): Promise<ContentCheckRow | undefined> {
  const [row] = await tx
    .update(contentChecks)
    .set({
      ...result,
      status: 'SUCCESS',
      // This time is later than the time of any other success in the series, even within the same millisecond or after
      // the clock was set back.
      completedAt: sql`greatest(clock_timestamp(), (
        select max(one.completed_at) + interval '1 millisecond' from content_checks one
        where one.account_id = content_checks.account_id and one.target = content_checks.target
          and one.status = 'SUCCESS'))`,
    })
    .where(and(capturedBy(key), eq(contentChecks.status, 'PENDING')))
    .returning();
  return row;
}

/** Records when a check was first marked as seen. Undefined for an unknown check. */
export async function markContentCheckSeen(
  tx: Queryable,
  key: { accountId: number; checkId: number },
): Promise<ContentCheckRow | undefined> {
  const [row] = await tx
    .update(contentChecks)
    .set({ seenAt: sql`coalesce(${contentChecks.seenAt}, now())` })
    .where(and(eq(contentChecks.id, key.checkId), eq(contentChecks.accountId, key.accountId)))
    .returning();
  return row;
}

/**
 * PENDING → FAILED for the pending checks of the screenshots. Locks and returns the checks in ID order, and the objects of
 * their first looks, which they no longer refer to.
 */
export async function failContentChecks(
  tx: Queryable,
  { accountId, screenshotIds }: { accountId: number; screenshotIds: number[] },
  description: string | null,
): Promise<{ checks: ContentCheckRow[]; firstLooks: string[] }> {
  const pending = tx.$with('pending').as(
    tx
      .select({
        id: contentChecks.id,
        firstLook: sql<string | null>`${contentChecks.subject}`.as('first_look'),
      })
      .from(contentChecks)
      .where(
        and(
          eq(contentChecks.accountId, accountId),
          inArray(contentChecks.screenshotId, screenshotIds),
          eq(contentChecks.status, 'PENDING'),
        ),
      )
      .orderBy(asc(contentChecks.id))
      .for('update'),
  );
  const rows = await tx
    .with(pending)
    .update(contentChecks)
    .set({ status: 'FAILED', description, subject: null, masks: [], completedAt: sql`clock_timestamp()` })
    .from(pending)
    .where(eq(contentChecks.id, pending.id))
    .returning({ check: getTableColumns(contentChecks), firstLook: pending.firstLook });
  return {
    checks: rows.map(({ check }) => check).sort((a, b) => a.id - b.id),
    firstLooks: rows.flatMap(({ firstLook }) => firstLook ?? []),
  };
}

type Unpaid = { executionId: number; checks: number };

/**
 * Inserts and debits the checks of an account's new executions whose schedules detect changes, in the order of executions
 * and item positions. Uses a single statement for any number of captures. The wallet must be locked unless the checks are
 * free.
 * @param options.max maximum number of checks; null for unlimited
 * @param options.description beginning of the ledger entries' descriptions; the URL follows it
 * @returns the number of captures without a check, by execution
 */
export async function insertScheduledChecks(
  tx: Queryable,
  { accountId, executionIds }: { accountId: number; executionIds: number[] },
  { price, max, description }: { price: number; max: number | null; description: string },
): Promise<Unpaid[]> {
  if (executionIds.length === 0) return [];
  const debits = sql`
    select 'DEBIT' as "transactionType", 'CONTENT_CHANGE' as "referenceType", id::text as "referenceId", price as amount,
      ${description}::text || url as description, row_number() over (order by id) as place
    from checks where price > 0`;
  const rows = await tx.execute<{ execution_id: string; checks: number }>(sql`
    with captured as materialized (
      select e.id as execution_id, s.id as screenshot_id, s.item_id, s.url,
        ${JSON.stringify(defaultComparison)}::jsonb || p.comparison || coalesce(i.comparison, '{}') as comparison,
        row_number() over (order by e.id, i.position) as place
      from ${scheduleExecutions} e
      join ${schedules} p on p.id = e.schedule_id and p.detect_changes
      join ${screenshots} s on s.execution_id = e.id
      join ${scheduleItems} i on i.id = s.item_id
      where e.id in ${executionIds} and e.account_id = ${accountId}
    ), checks as (
      insert into ${contentChecks} (account_id, screenshot_id, item_id, url, target, comparison, status, price)
      select ${accountId}::bigint, screenshot_id, item_id, url, ${itemTarget(sql`item_id`, sql`comparison`)}, comparison, 'PENDING', ${price}::numeric
      from captured where place <= ${max}::bigint or ${max}::bigint is null order by place
      returning id, url, price
    ), ${appendEntries(accountId, debits)}
    select execution_id, count(*)::int as checks from captured where place > ${max}::bigint group by 1 order by 1`);
  return rows.map((row) => ({ executionId: Number(row.execution_id), checks: row.checks }));
}

/** The series of an item's checks. The modes compare different artifacts, so each mode has a series of its own. */
const itemTarget = (itemId: SQL, comparison: SQL): SQL =>
  sql`'item:' || ${itemId} || ':' || (${comparison} ->> 'mode')`;
