// Finds captures past their retention at a cost that depends on the number of such captures, not on the number of
// schedules or accounts. One index finds the owners of such captures by the time of their oldest capture; another finds
// an owner's captures.
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { hiddenLimit } from '../hidden-limit.ts';

/** Finds finished captures past their retention, by the IDs of their owners: schedules or, for manual captures, accounts. */
export type ExpiredCaptures = {
  /**
   * Up to `limit` owners that may have captures past their retention.
   * @param options.defaultDays retention of captures whose schedule does not define one; null keeps them forever
   */
  findOwners(db: Queryable, options: { defaultDays: number | null; limit: number }): Promise<number[]>;
  /**
   * Locks up to `limit` of the owners' captures that are past their retention, except those that another transaction has
   * locked.
   */
  lock(
    tx: Queryable,
    ownerIds: number[],
    options: { defaultDays: number | null; limit: number },
  ): Promise<number[]>;
  /**
   * Records when each owner's oldest capture finished. Skips owners that another transaction has locked.
   * @returns the number of owners whose oldest capture is newer than was recorded before
   */
  recordOldest(db: Queryable, ownerIds: number[]): Promise<number>;
};

const greatestInteger = 2 ** 31 - 1;

/** A day has 24 hours, regardless of the session's time zone. */
const daysLong = (days: SQL): SQL => sql`make_interval(hours => 24 * ${days})`;

/** Captures that finished before this time have expired. */
const expiryTime = (days: SQL): SQL => sql`now() - ${daysLong(days)}`;

/**
 * The time of the oldest finished capture or, if there is none, the current time, because unfinished captures can only
 * finish later.
 */
const orNow = (oldest: SQL): SQL => sql`least(now(), ${oldest})`;

/**
 * The order of the `schedules_retention` index. If it used `captures_since` alone, the planner would not know that the
 * index contains schedules without `retention_days` in this order, and would sort all of them.
 */
const retentionOrder = sql.raw('retention_days, captures_since');

/**
 * All items in a schedule, found through their index. With a direct join, the planner would read the items of all
 * schedules if it had statistics only for schedules. The limit does not affect the result, but it keeps the planner
 * from merging the subquery.
 */
const itemsOf = (scheduleId: SQL): SQL =>
  sql`(select id from ${scheduleItems} where schedule_id = ${scheduleId} ${hiddenLimit(greatestInteger)})`;

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => Number(id));

/** Scheduled captures by their schedules, including deleted schedules and removed items. */
export const expiredScheduledCaptures: ExpiredCaptures = {
  async findOwners(db, { defaultDays, limit }) {
    // `groups`: the retention values in use, each with the oldest time of its schedules, found with one index search per
    // value. The due groups share the limit, and the longest overdue group is processed first, so only the returned
    // schedules are read.
    const share = sql`limit (select size from share)`;
    const rows = await db.execute<{ id: string }>(sql`
      with recursive periods (days, oldest) as (
        select 0, null::timestamptz
        union all
        select next.* from periods cross join lateral (
          select retention_days, captures_since from ${schedules}
          where retention_days > periods.days order by ${retentionOrder} limit 1
        ) next
      ), groups (days, oldest, retention) as (
        select days, oldest, ${daysLong(sql`days`)} from periods
        union all
        (select null, captures_since, ${daysLong(sql`${defaultDays}::integer`)} from ${schedules}
          where retention_days is null order by ${retentionOrder} limit 1)
      ), due as (
        select days, oldest, now() - retention as expiry from groups where oldest < now() - retention order by oldest + retention
      ), share (size) as (
        select (${limit}::integer - 1) / nullif(count(*), 0) + 1 from due
      )
      select one.id from due cross join lateral (
        (select id from ${schedules}
          where retention_days = due.days and captures_since >= due.oldest and captures_since < due.expiry
          order by ${retentionOrder} ${share})
        union all
        (select id from ${schedules}
          where due.days is null and retention_days is null and captures_since >= due.oldest and captures_since < due.expiry
          order by ${retentionOrder} ${share})
      ) one ${hiddenLimit(limit)}`);
    return idsOf(rows);
  },
  async lock(tx, ownerIds, { defaultDays, limit }) {
    const days = sql`coalesce(s.retention_days, ${defaultDays}::integer)`;
    const rows = await tx.execute<{ id: string }>(sql`
      select expired.id
      from ${schedules} s
      cross join lateral ${itemsOf(sql`s.id`)} i
      cross join lateral (
        select id from ${screenshots} c
        where c.item_id = i.id and c.captured_at < ${expiryTime(days)}
        order by c.captured_at ${hiddenLimit(limit)} for update skip locked
      ) as expired
      where s.id in ${ownerIds}
      ${hiddenLimit(limit)}`);
    return idsOf(rows);
  },
  async recordOldest(db, ownerIds) {
    const rows = await db.execute(sql`
      update ${schedules} s set captures_since = oldest.at
      from (select id from ${schedules} where id in ${ownerIds} for no key update skip locked) one
      cross join lateral (
        select ${orNow(sql`min(first.captured_at)`)} as at
        from ${itemsOf(sql`one.id`)} i cross join lateral (
          select captured_at from ${screenshots} c
          where c.item_id = i.id and c.captured_at is not null order by c.captured_at limit 1
        ) first
      ) oldest
      where s.id = one.id and s.captures_since < oldest.at returning s.id`);
    return rows.length;
  },
};

/** Manual captures by their accounts. */
export const expiredManualCaptures: ExpiredCaptures = {
  async findOwners(db, { defaultDays, limit }) {
    if (defaultDays === null) return [];
    const rows = await db.execute<{ id: string }>(sql`
      select id from ${accounts} where manual_captures_since < ${expiryTime(sql`${defaultDays}::integer`)}
      order by manual_captures_since ${hiddenLimit(limit)}`);
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
        order by c.captured_at, c.id ${hiddenLimit(limit)} for update skip locked
      ) as expired
      where a.id in ${ownerIds}
      ${hiddenLimit(limit)}`);
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
