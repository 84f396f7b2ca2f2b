import type { ExecutionStatus, ExecutionTrigger, PageRequest, SortField } from '@shotclock/contracts';
import { and, count, desc, eq, gte, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { executionTotals, scheduleExecutions } from '../../schema/executions.ts';
import { schedules } from '../../schema/schedules.ts';
import type { Period } from '../feeds/feed-selection.ts';
import { countRecords } from '../feeds/feed-total.ts';
import { executionFeed } from '../feeds/feeds.ts';
import { hasId } from '../has-id.ts';
import { idsOfPage, pageOrder, readPage } from '../page.ts';
import { arrayText } from '../prepared-statement.ts';
import { hasTaggedSchedule } from '../tag-filter.ts';
import type { ExecutionRow } from './executions.ts';

/** The filter for a list of executions; fields that are null do not filter. The period applies to `createdAt`. */
export type ExecutionFilter = Period & {
  scheduleId: number | null;
  /** The tags of schedules. */
  tags: readonly string[] | null;
  status: ExecutionStatus | null;
  trigger: ExecutionTrigger | null;
  /** Whether the run was skipped. */
  skipped: boolean | null;
};

export const noExecutionFilter: ExecutionFilter = {
  scheduleId: null,
  tags: null,
  status: null,
  trigger: null,
  skipped: null,
  from: null,
  to: null,
};

/** A page of an account's executions. `db` must be a transaction of `Database.snapshot`. */
export async function listExecutions(
  db: Queryable,
  { accountId }: { accountId: number },
  request: PageRequest<SortField<'executions'>> & Partial<ExecutionFilter>,
) {
  const filter = { ...noExecutionFilter, ...request };
  const { field } = request.sort;
  const { id } = scheduleExecutions;
  const column = scheduleExecutions[field];
  const where = await conditions(db, accountId, filter);
  return readPage(request, {
    count: () => countListed(db, { accountId, where }, filter),
    read: (window) =>
      db
        .select()
        .from(scheduleExecutions)
        .where(inArray(id, idsOfPage(db, { id, column, where }, window)))
        .orderBy(...pageOrder(column, id, window.direction)),
    sortValue: (row) => row[field],
  });
}

/**
 * The number of executions that match a filter. Without a filter, and for filters by schedule, by period or by the COMPLETED
 * status, it is calculated without reading completed executions.
 * @param where the conditions of the filter
 */
async function countListed(
  db: Queryable,
  { accountId, where }: { accountId: number; where: SQL | undefined },
  filter: ExecutionFilter,
): Promise<number> {
  const { scheduleId, tags, status, trigger, skipped, from, to } = filter;
  const narrow =
    tags !== null || trigger !== null || skipped !== null || (status !== null && status !== 'COMPLETED');
  if (!narrow && scheduleId !== null && status === null && !from && !to)
    return countOfSchedule(db, accountId, scheduleId);
  if (narrow || scheduleId !== null) return countWhere(db, where);
  const all = await countRecords(db, executionFeed, { accountId, kind: null, period: { from, to } });
  if (status === null) return all;
  const others = and(
    await conditions(db, accountId, { ...filter, status: null }),
    ne(scheduleExecutions.status, status),
  );
  return all - (await countWhere(db, others));
}

async function countOfSchedule(db: Queryable, accountId: number, scheduleId: number): Promise<number> {
  const [row] = await db
    .select({ total: executionTotals.total })
    .from(executionTotals)
    .innerJoin(schedules, eq(schedules.id, executionTotals.scheduleId))
    .where(and(hasId(executionTotals.scheduleId, scheduleId), eq(schedules.accountId, accountId)));
  return row?.total ?? 0;
}

async function countWhere(db: Queryable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ value: count() }).from(scheduleExecutions).where(where);
  return row!.value;
}

/** An execution was skipped if it failed and has no items. ADR 4. */
const isSkipped = sql`(${scheduleExecutions.status} = 'FAILED' and ${scheduleExecutions.totalItems} = 0)`;

async function conditions(
  db: Queryable,
  accountId: number,
  filter: ExecutionFilter,
): Promise<SQL | undefined> {
  const { scheduleId, tags, status, trigger, skipped, from, to } = filter;
  return and(
    eq(scheduleExecutions.accountId, accountId),
    ...(scheduleId === null ? [] : [hasId(scheduleExecutions.scheduleId, scheduleId)]),
    ...(tags === null
      ? []
      : [await hasTaggedSchedule(db, scheduleExecutions.scheduleId, { accountId, tags })]),
    ...(status === null ? [] : [eq(scheduleExecutions.status, status)]),
    ...(trigger === null ? [] : [eq(scheduleExecutions.trigger, trigger)]),
    ...(skipped === null ? [] : [skipped ? isSkipped : sql`not ${isSkipped}`]),
    ...(from ? [gte(scheduleExecutions.createdAt, from)] : []),
    ...(to ? [lte(scheduleExecutions.createdAt, to)] : []),
  );
}

/** The active executions of a schedule. */
export async function activeExecutions(
  db: Queryable,
  { accountId, scheduleId }: { accountId: number; scheduleId: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: scheduleExecutions.id })
    .from(scheduleExecutions)
    .where(
      and(
        eq(scheduleExecutions.scheduleId, scheduleId),
        eq(scheduleExecutions.accountId, accountId),
        eq(scheduleExecutions.status, 'PROCESSING'),
      ),
    );
  return rows.map(({ id }) => id);
}

/** The last executions of each schedule, newest first. */
export async function listLastExecutions(
  db: Queryable,
  { accountId, scheduleIds }: { accountId: number; scheduleIds: number[] },
  limit: number,
): Promise<ExecutionRow[]> {
  if (scheduleIds.length === 0) return [];
  const { id, createdAt } = scheduleExecutions;
  const last = sql`
    select last.id from unnest(${arrayText(scheduleIds)}::bigint[]) as asked (id) cross join lateral (
      select e.id from ${scheduleExecutions} e where e.schedule_id = asked.id and e.account_id = ${accountId}
      order by e.created_at desc, e.id desc limit ${limit}
    ) last`;
  return db
    .select()
    .from(scheduleExecutions)
    .where(sql`${id} in (${last})`)
    .orderBy(desc(createdAt), desc(id));
}
