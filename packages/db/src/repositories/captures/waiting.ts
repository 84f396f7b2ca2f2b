// How many captures wait for a worker. The counts read the partial indexes of waiting and released captures, and stop at a
// limit, so their cost does not depend on the number of screenshots or on a backlog beyond the limit.
import type { ScreenshotSource } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';
import { captures } from '../../schema/captures.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { releasedCaptures } from './held.ts';
import { hiddenLimit, waitingAccount, waitingOrder, waits } from './waiting-index.ts';

export type WaitingCaptures = {
  /** By account ID. Accounts without waiting captures are missing. */
  byAccount: Map<number, number>;
  total: number;
};

/**
 * Counts the pending captures of a source, released or not: of each of these accounts up to `accountLimit`, and in all up to
 * `totalLimit`. Captures that are released may be counted beyond the limits.
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
  const rows = await tx.execute<{ account_id: string | null; captures: number }>(sql`
    select null as account_id, (${countPending(source, { waiting: sql`true`, released: sql`true`, limit: totalLimit })}) as captures
    union all
    select a.id, (${countPending(source, { waiting: sql`${waitingAccount} = a.id`, released: sql`c.account_id = a.id`, limit: accountLimit })})
    from ${accounts} a where a.id in ${accountIds}`);
  const byAccount = new Map<number, number>();
  let total = 0;
  for (const { account_id, captures } of rows) {
    if (account_id === null) total = captures;
    else if (captures > 0) byAccount.set(Number(account_id), captures);
  }
  return { byAccount, total };
}

const countPending = (
  source: ScreenshotSource,
  { waiting, released, limit }: { waiting: SQL; released: SQL; limit: number },
): SQL => sql`
  select ((select count(*) from (
      select from ${captures} c where ${waits(source)} and ${waiting} order by ${waitingOrder} ${hiddenLimit(limit)}
    ) waiting) + (select count(*) from (
      ${releasedCaptures(sql``, sql`c.source = ${source} and ${released}`)}
    ) released))::int`;

/** The number of captures of an account and a source that finished in the last `seconds`, up to `limit`. */
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
