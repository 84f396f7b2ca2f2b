// Finds the captures that are past their retention at a cost that depends on their number, and not on the number of schedules or
// accounts: an index finds the owners of such captures by the time of their oldest capture, another one the captures of an owner.
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';

/** Finds finished captures past their retention, by the IDs of their owners: schedules or, for manual captures, accounts. */
export type ExpiredCaptures = {
  /**
   * Up to `limit` owners whose captures may be past their retention.
   * @param options.defaultDays retention of captures whose schedule has none; null keeps them forever
   */
  findOwners(db: Queryable, options: { defaultDays: number | null; limit: number }): Promise<number[]>;
  /** Locks up to `limit` captures of the owners past their retention, except those that another transaction has locked. */
  lock(
    tx: Queryable,
    ownerIds: number[],
    options: { defaultDays: number | null; limit: number },
  ): Promise<number[]>;
  /**
   * Records when the oldest capture of each owner finished. Skips owners that another transaction has locked.
   * @returns the number of owners whose oldest capture is younger than recorded before
   */
  recordOldest(db: Queryable, ownerIds: number[]): Promise<number>;
};

/** The time before which captures have expired. A day is 24 hours, whatever the time zone of the session. */
const expiryTime = (days: SQL): SQL => sql`now() - make_interval(hours => 24 * ${days})`;

/** The time of the oldest finished capture, or now without one: an unfinished capture finishes later. */
const orNow = (oldest: SQL): SQL => sql`least(now(), ${oldest})`;

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => Number(id));

/** Scheduled captures by their schedules, including deleted schedules and removed items. */
export const expiredScheduledCaptures: ExpiredCaptures = {
  async findOwners(db, { defaultDays, limit }) {
    const due = (of: SQL, days: SQL) => sql`
      select id, captures_since from ${schedules}
      where ${of} and captures_since < ${expiryTime(days)} order by captures_since limit ${limit}`;
    // Each step of the recursion finds the next distinct value in the index.
    const rows = await db.execute<{ id: string }>(sql`
      with recursive periods as (
        select min(retention_days) as days from ${schedules}
        union all
        select (select min(retention_days) from ${schedules} where retention_days > periods.days) from periods
        where days is not null
      ), due as (
        select one.* from periods cross join lateral (${due(sql`retention_days = periods.days`, sql`periods.days`)}) one
        union all
        (${due(sql`retention_days is null`, sql`${defaultDays}::integer`)})
      )
      select id from due order by captures_since limit ${limit}`);
    return idsOf(rows);
  },
  async lock(tx, ownerIds, { defaultDays, limit }) {
    const days = sql`coalesce(s.retention_days, ${defaultDays}::integer)`;
    const rows = await tx.execute<{ id: string }>(sql`
      select expired.id
      from ${schedules} s
      join ${scheduleItems} i on i.schedule_id = s.id
      cross join lateral (
        select id from ${screenshots} c
        where c.item_id = i.id and c.captured_at < ${expiryTime(days)}
        order by c.captured_at limit ${limit} for update skip locked
      ) as expired
      where s.id in ${ownerIds}
      limit ${limit}`);
    return idsOf(rows);
  },
  async recordOldest(db, ownerIds) {
    const rows = await db.execute(sql`
      update ${schedules} s set captures_since = oldest.at
      from (
        select one.id, ${orNow(sql`min(first.captured_at)`)} as at
        from (select id from ${schedules} where id in ${ownerIds} for no key update skip locked) one
        left join ${scheduleItems} i on i.schedule_id = one.id
        left join lateral (
          select captured_at from ${screenshots} c
          where c.item_id = i.id and c.captured_at is not null order by c.captured_at limit 1
        ) first on true
        group by one.id
      ) oldest
      where s.id = oldest.id and s.captures_since < oldest.at returning s.id`);
    return rows.length;
  },
};

/** Manual captures by their accounts. */
export const expiredManualCaptures: ExpiredCaptures = {
  async findOwners(db, { defaultDays, limit }) {
    if (defaultDays === null) return [];
    const rows = await db.execute<{ id: string }>(sql`
      select id from ${accounts} where manual_captures_since < ${expiryTime(sql`${defaultDays}::integer`)}
      order by manual_captures_since limit ${limit}`);
    return idsOf(rows);
  },
  async lock(tx, ownerIds, { defaultDays, limit }) {
    const rows = await tx.execute<{ id: string }>(sql`
      select expired.id
      from ${accounts} a
      cross join lateral (
        select id from ${screenshots} c
        where c.account_id = a.id and c.source = 'MANUAL_SCREENSHOT'
          and c.captured_at < ${expiryTime(sql`${defaultDays}::integer`)}
        order by c.captured_at, c.id limit ${limit} for update skip locked
      ) as expired
      where a.id in ${ownerIds}
      limit ${limit}`);
    return idsOf(rows);
  },
  async recordOldest(db, ownerIds) {
    const rows = await db.execute(sql`
      update ${accounts} a set manual_captures_since = oldest.at
      from (
        select one.id, ${orNow(sql`(
          select captured_at from ${screenshots} c
          where c.account_id = one.id and c.source = 'MANUAL_SCREENSHOT' and c.captured_at is not null
          order by c.captured_at, c.id limit 1)`)} as at
        from (select id from ${accounts} where id in ${ownerIds} for no key update skip locked) one
      ) oldest
      where a.id = oldest.id and a.manual_captures_since < oldest.at returning a.id`);
    return rows.length;
  },
};
