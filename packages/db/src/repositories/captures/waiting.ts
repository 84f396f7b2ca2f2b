// The number of captures that are waiting for a worker. The counts read the partial indexes on waiting and released
// captures and stop at a limit, so their cost depends neither on the number of screenshots nor on the backlog beyond the
// limit.
import type { ScreenshotSource } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';
import { captures } from '../../schema/captures.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { hiddenLimit } from '../hidden-limit.ts';
import { releasedCaptures } from './held.ts';
import { waitingAccount, waitingOrder, waits } from './waiting-index.ts';

export type WaitingCaptures = {
  /**
   * By account ID, counted up to the account's limit. `limitsUsage`: the account has its own limit on captures per day or
   * stored bytes.
   */
  byAccount: Map<number, { captures: number; limit: number; limitsUsage: boolean }>;
  total: number;
};

/**
 * Counts the pending captures of a source, released or not: per account up to the account's limit (by default
 * `accountLimit`), and in total up to `totalLimit`. Released captures may be counted beyond the limits.
 */
export async function countWaitingCaptures(
  tx: Queryable,
  source: ScreenshotSource,
  {
    accountIds,
    accountLimit,
    totalLimit,
  }: { accountIds: number[]; accountLimit: number; totalLimit: number },
): Promise<WaitingCaptures> {
  const ofAccount = sql`coalesce(a.max_waiting_captures, ${accountLimit}::integer)`;
  const rows = await tx.execute<{
    account_id: string | null;
    limit: number;
    limitsUsage: boolean;
    captures: number;
  }>(sql`
    select null as account_id, 0 as "limit", false as "limitsUsage", (${countPending(source, { waiting: sql`true`, released: sql`true`, limit: totalLimit })}) as captures
    union all
    select a.id, ${ofAccount}, a.max_captures_per_day is not null or a.max_stored_bytes is not null, (${countPending(source, { waiting: sql`${waitingAccount} = a.id`, released: sql`c.account_id = a.id`, limit: ofAccount })})
    from ${accounts} a where a.id in ${accountIds}`);
  const byAccount: WaitingCaptures['byAccount'] = new Map();
  let total = 0;
  for (const { account_id, captures, limit, limitsUsage } of rows) {
    if (account_id === null) total = captures;
    else byAccount.set(Number(account_id), { captures, limit, limitsUsage });
  }
  return { byAccount, total };
}

/** Counts one account's pending captures from a source, up to its limit (see `countWaitingCaptures`). */
export async function countWaiting(
  tx: Queryable,
  { accountId }: { accountId: number },
  { source, accountLimit }: { source: ScreenshotSource; accountLimit: number },
): Promise<{ captures: number; limit: number }> {
  const counted = await countWaitingCaptures(tx, source, {
    accountIds: [accountId],
    accountLimit,
    totalLimit: 0,
  });
  return counted.byAccount.get(accountId)!;
}

const countPending = (
  source: ScreenshotSource,
  { waiting, released, limit }: { waiting: SQL; released: SQL; limit: number | SQL },
): SQL => sql`
  select ((select count(*) from (
      select from ${captures} c where ${waits(source)} and ${waiting} order by ${waitingOrder} ${hiddenLimit(limit)}
    ) waiting) + (select count(*) from (
      ${releasedCaptures(sql``, sql`c.source = ${source} and ${released}`)}
    ) released))::int`;

/** The number of an account's captures from a source that finished in the last `seconds`, up to `limit`. */
export async function countRecentlyFinished(
  db: Queryable,
  {
    accountId,
    source,
    seconds,
    limit,
  }: { accountId: number; source: ScreenshotSource; seconds: number; limit: number },
): Promise<number> {
  const [row] = await db.execute<{ captures: number }>(sql`
    select count(*)::int as captures from (
      select from ${screenshots} s
      where s.account_id = ${accountId} and s.source = ${source}
        and s.captured_at > now() - make_interval(secs => ${seconds})
      order by s.captured_at desc, s.id desc ${hiddenLimit(limit)}
    ) finished`);
  return row!.captures;
}
