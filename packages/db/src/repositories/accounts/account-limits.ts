// The limits of accounts and what counts against them (ADR 48). An account without its own limit has the default of the installation.
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

/** Limits of an account; null where there is none. */
export type AccountLimitRow = Pick<
  typeof accounts.$inferSelect,
  | 'maxRunningCaptures'
  | 'maxWaitingCaptures'
  | 'maxCapturesPerDay'
  | 'maxSchedules'
  | 'maxStoredBytes'
  | 'maxItemBytes'
>;

/** What an account has started today and stores, with the limits that apply. */
export type LimitedUsage = Pick<AccountLimitRow, 'maxCapturesPerDay' | 'maxStoredBytes'> & {
  capturesToday: number;
  storedBytes: number;
  /** Seconds until the next day begins in UTC, from 1. */
  secondsLeftToday: number;
};

const utcNow = sql`(now() at time zone 'UTC')`;

const capturesToday = (accountId: SQL): SQL => {
  const counted = sql`account_id = ${accountId} and ${isCounter(screenshotCounters)}`;
  const today = sql`${utcNow}::date`;
  return sql`(coalesce((select sum(amount) from ${counts} where ${counted} and day = ${today}), 0)
    + coalesce((select sum(amount) from ${facts} where ${counted} and ${isUncounted} and ${factDay} = ${today}), 0))`;
};

/** Bytes that were lost while processes of an earlier version counted may make the sum negative. */
const storedBytes = (accountId: SQL): SQL => {
  const counted = sql`account_id = ${accountId} and ${isCounter(activityCounters)}`;
  return sql`greatest(0,
  coalesce((select sum(amount) from ${counts} where ${counted}), 0)
    + coalesce((select sum(amount) from ${facts} where ${counted} and ${isUncounted}), 0)
    + coalesce((select sum(bytes) from ${timeLapses} where account_id = ${accountId}), 0))`;
};

/**
 * The usage of those of the accounts that have a limit of captures per day or of stored bytes. What has no limit is not counted and 0.
 * @param defaults the limits of accounts without their own limits
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

/** Everything that counts against a limit, apart from waiting captures. */
export type AccountUsage = {
  runningCaptures: number;
  capturesToday: number;
  schedules: number;
  storedBytes: number;
  itemBytes: number;
  replayBytes: number;
};

/** Counts what an account uses, whatever its limits. `db` must be a snapshot. */
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
 * Locks the account against other transactions that add schedules, and returns its number of schedules, counted up to the limit.
 * @param defaultLimit the limit of an account without its own limit; null for none
 * @returns null when the account has no limit
 */
export async function lockScheduleCount(
  tx: Queryable,
  { accountId }: { accountId: number },
  defaultLimit: number | null,
): Promise<{ limit: number; schedules: number } | null> {
  // References to the account do not wait for this lock.
  const [account] = await tx
    .select({ limit: accounts.maxSchedules })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
  const limit = account!.limit ?? defaultLimit;
  if (limit === null) return null;
  // A separate statement: it must see what the previous holder of the lock has committed.
  const [row] = await tx.execute<{ schedules: number }>(sql`
    select count(*)::int as schedules from (
      select from ${schedules} where account_id = ${accountId} and deleted_at is null
      order by created_at, id ${hiddenLimit(limit)}) counted`);
  return { limit, schedules: row!.schedules };
}
