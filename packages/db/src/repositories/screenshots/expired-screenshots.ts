// What retention looks through, a stretch of ids at a time: an index tells at once of an item, or of an account's manual
// captures, whether something is too old, but nothing tells which of millions of items have such.
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';

/** Ids after `after`, up to and including `upTo`. */
export type Stretch = { after: number; upTo: number };

/** Finished captures that are kept no longer, and where they are looked for. */
export type ExpiredCaptures = {
  /** The highest of the ids, 0 where there is none. */
  lastId(db: Queryable): Promise<number>;
  /** The last of the `count` ids that come next after `after`; null when none does. */
  lastOfNext(db: Queryable, after: number, count: number): Promise<number | null>;
  /**
   * Locks captures that are kept no longer, `limit` at most; those that another transaction holds are skipped.
   * @param defaultDays what captures are kept whose schedule does not say; null keeps them
   */
  lock(
    tx: Queryable,
    stretch: Stretch,
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

/** Captures of schedules, by their items; deleted schedules and removed items are among them. */
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

/** Captures that somebody asked for, by their accounts. */
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
