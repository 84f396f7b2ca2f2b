import type { ContentCheckStatus, PageRequest, SortField } from '@shotclock/contracts';
import { and, count, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import type { Period } from '../feeds/feed-selection.ts';
import { idsOfPage, pageOrder, readPage } from '../page.ts';

/** Which checks are listed; null filters nothing. The period is that of `createdAt`. */
export type CheckFilter = Period & {
  status: ContentCheckStatus | null;
  changed: boolean | null;
  url: string | null;
  scheduleId: number | null;
};

/** No filter. */
export const noCheckFilter: CheckFilter = {
  status: null,
  changed: null,
  url: null,
  scheduleId: null,
  from: null,
  to: null,
};

/** A page of an account's checks. `db` must be a snapshot. */
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
    // A bare truth value is what the index of changes is told by.
    ...(changed === null
      ? []
      : [changed ? sql`${contentChecks.changed}` : sql`not ${contentChecks.changed}`]),
    ...(url === null ? [] : [sql`md5(${contentChecks.url}) = md5(${url})`, eq(contentChecks.url, url)]),
    ...(scheduleId === null ? [] : [inArray(contentChecks.itemId, itemsOf(db, scheduleId))]),
  ];
}

/** An id that a number cannot hold exactly was never given out. */
const itemsOf = (db: Queryable, scheduleId: number) =>
  db
    .select({ id: scheduleItems.id })
    .from(scheduleItems)
    .where(Number.isSafeInteger(scheduleId) ? eq(scheduleItems.scheduleId, scheduleId) : sql`false`);
