import type { ContentCheckStatus, PageRequest, SortField } from '@shotclock/contracts';
import { and, count, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import type { Period } from '../feeds/feed-selection.ts';
import { idsOfPage, pageOrder, readPage } from '../page.ts';

/** The filter of a list of checks; null does not filter. The period applies to `createdAt`. */
export type CheckFilter = Period & {
  status: ContentCheckStatus | null;
  changed: boolean | null;
  url: string | null;
  scheduleId: number | null;
};

export const noCheckFilter: CheckFilter = {
  status: null,
  changed: null,
  url: null,
  scheduleId: null,
  from: null,
  to: null,
};

/** A page of the checks of an account. `db` must be a snapshot. */
export async function listContentChecks(
  db: Queryable,
  accountId: number,
  request: PageRequest<SortField<'contentChecks'>> & CheckFilter,
) {
  const where = and(eq(contentChecks.accountId, accountId), ...conditions(db, request));
  const [total] = await db.select({ value: count() }).from(contentChecks).where(where);
  const { id } = contentChecks;
  const column = contentChecks[request.sort.field];
  return readPage(request, total!.value, (window) =>
    db
      .select()
      .from(contentChecks)
      .where(inArray(id, idsOfPage(db, { id, column, where }, window)))
      .orderBy(...pageOrder(column, id, window.direction)),
  );
}

function conditions(db: Queryable, filter: CheckFilter): SQL[] {
  const { from, to, status, changed, url, scheduleId } = filter;
  return [
    ...(from ? [gte(contentChecks.createdAt, from)] : []),
    ...(to ? [lte(contentChecks.createdAt, to)] : []),
    ...(status ? [eq(contentChecks.status, status)] : []),
    // The planner uses the partial index of changes only for this exact expression.
    ...(changed === null
      ? []
      : [changed ? sql`${contentChecks.changed}` : sql`not ${contentChecks.changed}`]),
    ...(url === null ? [] : [sql`md5(${contentChecks.url}) = md5(${url})`, eq(contentChecks.url, url)]),
    ...(scheduleId === null ? [] : [inArray(contentChecks.itemId, itemsOf(db, scheduleId))]),
  ];
}

/** IDs are safe integers, so no other number can match. */
const itemsOf = (db: Queryable, scheduleId: number) =>
  db
    .select({ id: scheduleItems.id })
    .from(scheduleItems)
    .where(Number.isSafeInteger(scheduleId) ? eq(scheduleItems.scheduleId, scheduleId) : sql`false`);
