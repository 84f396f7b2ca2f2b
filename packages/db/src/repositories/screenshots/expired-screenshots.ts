// Finds the captures that are past their retention, in one range of IDs after another. For one item, or for the manual captures of
// one account, an index finds them at once. No index finds the items that have such captures among millions of items.
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';

/** The IDs after `after`, up to and including `upTo`. */
export type IdRange = { after: number; upTo: number };

/** Finds finished captures past their retention, by the IDs of their items or of their accounts. */
export type ExpiredCaptures = {
  /** The highest ID, or 0. */
  lastId(db: Queryable): Promise<number>;
  /** The last of the next `count` IDs after `after`; null when there are none. */
  lastOfNext(db: Queryable, after: number, count: number): Promise<number | null>;
  /**
   * Locks up to `limit` captures past their retention, except those that another transaction has locked.
   * @param options.defaultDays retention of captures whose schedule has none; null keeps them forever
   */
  lock(
    tx: Queryable,
    range: IdRange,
    options: { defaultDays: number | null; limit: number },
  ): Promise<number[]>;
};

const idsIn = (
  table: typeof scheduleItems | typeof accounts,
): Pick<ExpiredCaptures, 'lastId' | 'lastOfNext'> => ({
  async lastId(db) {
    const [row] = await db.execute<{ last: string | null }>(sql`select max(id) as last from ${table}`);
    return Number(row!.last ?? 0);
  },
  async lastOfNext(db, after, count) {
    const [row] = await db.execute<{ last: string | null }>(sql`
      select max(id) as last from (select id from ${table} where id > ${after} order by id limit ${count}) next`);
    return row!.last === null ? null : Number(row!.last);
  },
});

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => Number(id));

/** Scheduled captures by the IDs of their items, including deleted schedules and removed items. */
export const expiredScheduledCaptures: ExpiredCaptures = {
  ...idsIn(scheduleItems),
  lock: async (tx, { after, upTo }, { defaultDays, limit }) =>
    idsOf(
      await tx.execute<{ id: string }>(sql`
        select expired.id
        from ${scheduleItems} i
        join schedules s on s.id = i.schedule_id
        cross join lateral (
          select id from ${screenshots} c
          where c.item_id = i.id
            and c.captured_at < now() - make_interval(days => coalesce(s.retention_days, ${defaultDays}::integer))
          order by c.captured_at limit ${limit} for update skip locked
        ) as expired
        where i.id > ${after} and i.id <= ${upTo} and coalesce(s.retention_days, ${defaultDays}::integer) is not null
        limit ${limit}`),
    ),
};

/** Manual captures by the IDs of their accounts. */
export const expiredManualCaptures: ExpiredCaptures = {
  ...idsIn(accounts),
  lock: async (tx, { after, upTo }, { defaultDays, limit }) =>
    defaultDays === null
      ? []
      : idsOf(
          await tx.execute<{ id: string }>(sql`
            select expired.id
            from ${accounts} a
            cross join lateral (
              select id from ${screenshots} c
              where c.account_id = a.id and c.source = 'MANUAL_SCREENSHOT'
                and c.captured_at < now() - make_interval(days => ${defaultDays}::integer)
              order by c.captured_at, c.id limit ${limit} for update skip locked
            ) as expired
            where a.id > ${after} and a.id <= ${upTo}
            limit ${limit}`),
        ),
};
