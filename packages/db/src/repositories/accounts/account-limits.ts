// Account limits, and the usage that counts toward them (ADR 48). Accounts without their own limit use the installation's
// default.
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';
import { counts } from '../../schema/counts.ts';
import { facts } from '../../schema/facts.ts';
import { idempotencyKeys } from '../../schema/idempotency-keys.ts';
import { itemSizes, schedules } from '../../schema/schedules.ts';
import { timeLapses } from '../../schema/time-lapses.ts';
import { releasedCaptures, runningCaptures } from '../captures/held.ts';
import { activityCounters, isCounter, screenshotCounters } from '../facts/counters.ts';
import { factDay, isUncounted } from '../facts/uncounted.ts';
import { hiddenLimit } from '../hidden-limit.ts';

/** An account's limits; null where the account has no limit of its own. */
export type AccountLimitRow = Pick<
  typeof accounts.$inferSelect,
  | 'maxRunningCaptures'
  | 'maxWaitingCaptures'
  | 'maxCapturesPerDay'
  | 'maxSchedules'
  | 'maxStoredBytes'
  | 'maxItemBytes'
>;

/** The captures that an account has started today and the bytes that it stores, with the corresponding limits. */
export type LimitedUsage = Pick<AccountLimitRow, 'maxCapturesPerDay' | 'maxStoredBytes'> & {
  capturesToday: number;
  storedBytes: number;
  /** Seconds until the next UTC day begins, at least 1. */
  secondsLeftToday: number;
};

const utcNow = sql`(now() at time zone 'UTC')`;

const capturesToday = (accountId: SQL): SQL => {
  const counted = sql`account_id = ${accountId} and ${isCounter(screenshotCounters)}`;
  const today = sql`${utcNow}::date`;
  return sql`(coalesce((select sum(amount) from ${counts} where ${counted} and day = ${today}), 0)
    + coalesce((select sum(amount) from ${facts} where ${counted} and ${isUncounted} and ${factDay} = ${today}), 0))`;
};

/** The sum may be negative, because processes of an earlier version could lose bytes when counting. */
const storedBytes = (accountId: SQL): SQL => {
  const counted = sql`account_id = ${accountId} and ${isCounter(activityCounters)}`;
  return sql`greatest(0,
  coalesce((select sum(amount) from ${counts} where ${counted}), 0)
    + coalesce((select sum(amount) from ${facts} where ${counted} and ${isUncounted}), 0)
    + coalesce((select sum(bytes) from ${timeLapses} where account_id = ${accountId}), 0))`;
};

/**
 * The usage of accounts with a limit on captures per day or stored bytes. Usage for which there is no limit is not
 * counted but reported as 0.
 * @param defaults the limits for accounts without their own limits
 */
export async function readLimitedUsage(
  db: Queryable,
  accountIds: number[],
  defaults: Pick<AccountLimitRow, 'maxCapturesPerDay' | 'maxStoredBytes'>,
): Promise<Map<number, LimitedUsage>> {
  const rows = await db.execute<Record<keyof LimitedUsage | 'id', string | null>>(sql`
    select id, per_day as "maxCapturesPerDay", bytes as "maxStoredBytes",
      case when per_day is not null then ${capturesToday(sql`limited.id`)} else 0 end as "capturesToday",
      case when bytes is not null then ${storedBytes(sql`limited.id`)} else 0 end as "storedBytes",
      ceil(extract(epoch from date_trunc('day', ${utcNow}) + interval '1 day' - ${utcNow})) as "secondsLeftToday"
    from (
      select id, coalesce(max_captures_per_day, ${defaults.maxCapturesPerDay}::integer) as per_day,
        coalesce(max_stored_bytes, ${defaults.maxStoredBytes}::bigint) as bytes
      from ${accounts} where id in ${accountIds}
    ) limited where per_day is not null or bytes is not null`);
  return new Map(rows.map((row) => [Number(row.id), usageOf(row)]));
}

const usageOf = (row: Record<keyof LimitedUsage, string | null>): LimitedUsage => ({
  maxCapturesPerDay: row.maxCapturesPerDay === null ? null : Number(row.maxCapturesPerDay),
  maxStoredBytes: row.maxStoredBytes === null ? null : Number(row.maxStoredBytes),
  capturesToday: Number(row.capturesToday),
  storedBytes: Number(row.storedBytes),
  secondsLeftToday: Math.max(1, Number(row.secondsLeftToday)),
});

/** Everything that counts toward a limit, except waiting captures. */
export type AccountUsage = {
  runningCaptures: number;
  capturesToday: number;
  schedules: number;
  storedBytes: number;
  itemBytes: number;
  replayBytes: number;
};

/** Counts an account's usage, regardless of its limits. `db` must be a transaction of `Database.snapshot`. */
export async function readAccountUsage(
  db: Queryable,
  { accountId }: { accountId: number },
): Promise<AccountUsage> {
  const id = sql`${accountId}::bigint`;
  const [row] = await db.execute<Record<keyof AccountUsage, string>>(sql`
    select
      (select count(*) from (${heldCaptures(sql`c.account_id = ${id}`)}) held) as "runningCaptures",
      ${capturesToday(id)} as "capturesToday",
      (select count(*) from ${schedules} where account_id = ${id} and deleted_at is null) as schedules,
      ${storedBytes(id)} as "storedBytes",
      coalesce((select bytes from ${itemSizes} where account_id = ${id}), 0) as "itemBytes",
      (select coalesce(sum(response_bytes), 0) from ${idempotencyKeys} where account_id = ${id} and expires_at > now()) as "replayBytes"`);
  return {
    runningCaptures: Number(row!.runningCaptures),
    capturesToday: Number(row!.capturesToday),
    schedules: Number(row!.schedules),
    storedBytes: Number(row!.storedBytes),
    itemBytes: Number(row!.itemBytes),
    replayBytes: Number(row!.replayBytes),
  };
}

/** Captures `c` in the queue and in browsers. */
const heldCaptures = (condition: SQL): SQL => sql`
  (${releasedCaptures(sql`1 as held`, condition)}) union all (${runningCaptures(sql`1 as held`, condition)})`;

/**
 * Locks the account against other transactions that add schedules, and returns the number of its schedules, counting no
 * further than the limit.
 * @param defaultLimit the limit for an account without its own limit; null for unlimited
 * @returns null if the account has no limit
 */
export async function lockScheduleCount(
  tx: Queryable,
  { accountId }: { accountId: number },
  defaultLimit: number | null,
): Promise<{ limit: number; schedules: number } | null> {
  // Statements that insert references to the account do not wait for this lock.
  const [account] = await tx
    .select({ limit: accounts.maxSchedules })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
  const limit = account!.limit ?? defaultLimit;
  if (limit === null) return null;
  // This is a separate statement, so that it sees the changes that the previous lock holder committed.
  const [row] = await tx.execute<{ schedules: number }>(sql`
    select count(*)::int as schedules from (
      select from ${schedules} where account_id = ${accountId} and deleted_at is null
      order by created_at, id ${hiddenLimit(limit)}) counted`);
  return { limit, schedules: row!.schedules };
}
