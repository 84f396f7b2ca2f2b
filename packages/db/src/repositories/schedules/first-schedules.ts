import { type PageRequest, type Sort, type SortField, sortFields } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { forEachOrder, isFirstPage } from '../first-pages.ts';
import { pageOffset, pageOrder } from '../page.ts';
import { preparedQuery } from '../prepared-statement.ts';
import { tableColumns } from '../table-columns.ts';
import { type ScheduleFilter, type ScheduleRow, sortColumn } from './schedules.ts';

/** A page of schedules, each with its number of items, and the number of schedules on all pages. */
type SchedulePage = { rows: (ScheduleRow & { itemCount: number })[]; total: number };

const scheduleColumns = tableColumns(schedules);

/** Rows are sorted before their columns are read and their items are counted. */
const readBy = ({ field, direction }: Sort<SortField<'schedules'>>) =>
  preparedQuery<{ accountId: number; limit: number; offset: number }, SchedulePage>(
    `schedules_by_${field}_${direction}`,
    (value) => {
      const visible = sql`account_id = ${value('accountId')}::bigint and deleted_at is null`;
      const order = sql.join(pageOrder(sortColumn(field), schedules.id, direction), sql`, `);
      return sql`
        select counted.total, (select count(*) from ${scheduleItems} i where i.schedule_id = schedules.id and i.account_id = schedules.account_id and i.removed_at is null),
          ${scheduleColumns.of(sql`schedules`)}
        from (select count(*) as total from ${schedules} where ${visible}) counted
        left join ${schedules} on schedules.id = any (array(
          select id from ${schedules} where ${visible}
          order by ${order} limit ${value('limit')}::bigint offset ${value('offset')}::bigint))
        order by ${order}`;
    },
    (rows) => ({
      total: Number(rows[0]![0]),
      rows: rows
        .filter((row) => row[2] !== null)
        .map((row) => ({ ...scheduleColumns.read(row, 2), itemCount: Number(row[1]) })),
    }),
  );

const statementOf = forEachOrder(sortFields.schedules, readBy);

/** One of the first pages of an account's schedules; null for other requests, which require `listSchedules`. */
export async function firstSchedules(
  db: Queryable,
  { accountId }: { accountId: number },
  request: PageRequest<SortField<'schedules'>> & Partial<ScheduleFilter>,
): Promise<SchedulePage | null> {
  const { sort, size, status, name, nextRunFrom, nextRunTo, tags } = request;
  if (!isFirstPage(request, [status, name, nextRunFrom, nextRunTo, tags])) return null;
  return statementOf(sort)(db, { accountId, limit: size, offset: pageOffset(request) });
}
