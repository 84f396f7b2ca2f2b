import { type PageRequest, type SortField, sortFields } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { pageOffset, pageOrder } from '../page.ts';
import { preparedQuery } from '../prepared-statement.ts';
import { tableColumns } from '../table-columns.ts';
import { type ScheduleRow, sortColumn } from './schedules.ts';

/** A page of schedules with the numbers of their items, and the number of schedules on all pages. */
export type SchedulePage = { rows: (ScheduleRow & { itemCount: number })[]; total: number };

const scheduleColumns = tableColumns(schedules);
type Order = PageRequest<SortField<'schedules'>>['sort'];

/** Sorting comes before the columns are read, and before the items are counted. */
const readPageBy = ({ field, direction }: Order) =>
  preparedQuery<{ accountId: number; limit: number; offset: number }, SchedulePage>(
    `schedules_by_${field}_${direction}`,
    (value) => {
      const visible = sql`account_id = ${value('accountId')}::bigint and deleted_at is null`;
      const order = sql.join(pageOrder(sortColumn(field), schedules.id, direction), sql`, `);
      return sql`
        select counted.total, (select count(*) from ${scheduleItems} i where i.schedule_id = schedules.id and i.removed_at is null),
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

const statements = new Map(
  sortFields.schedules.flatMap((field) =>
    (['asc', 'desc'] as const).map((direction) => [
      `${field} ${direction}`,
      readPageBy({ field, direction }),
    ]),
  ),
);

/** Reads a page of the schedules of an account in one round trip and from one snapshot. The rows before the page are read, too. */
export async function readSchedulePage(
  db: Queryable,
  accountId: number,
  request: PageRequest<SortField<'schedules'>>,
): Promise<SchedulePage> {
  const { field, direction } = request.sort;
  const read = statements.get(`${field} ${direction}`)!;
  return read(db, { accountId, limit: request.size, offset: pageOffset(request) });
}
