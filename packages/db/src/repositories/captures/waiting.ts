// How many captures wait for a worker. The counts read the partial indexes of waiting and released captures, and stop at a
// limit, so their cost does not depend on the number of screenshots or on a backlog beyond the limit.
import type { ScreenshotSource } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { useFairOrderIndex } from './fair-order.ts';

/** The complete order of the index `screenshots_turns`. */
export const waitingOrder = sql.raw('s.account_id, coalesce(s.execution_id, 0), s.release_at, s.id');

/**
 * Makes the planner use the index of waiting captures for the rest of the transaction. The statistics of a queue are always
 * outdated, and with them the planner might read and sort all waiting captures. Disabled sorts have a high estimated cost, which
 * must not start the JIT compiler.
 */
export async function useWaitingIndex(tx: Queryable): Promise<void> {
  await tx.execute(sql`select ${useFairOrderIndex}, set_config('jit', 'off', true)`);
}

export type WaitingCaptures = {
  /** By account ID. Accounts without waiting captures are missing. */
  byAccount: Map<number, number>;
  total: number;
};

/**
 * Counts the pending captures of a source, released or not: of each of these accounts up to `accountLimit`, and in all up to
 * `totalLimit`. Captures that are released may be counted beyond the limits. `tx` must be a transaction.
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
  await useWaitingIndex(tx);
  const rows = await tx.execute<{ account_id: string | null; captures: number }>(sql`
    select null as account_id, (${countPending(source, sql`true`, totalLimit)}) as captures
    union all
    select a.id, (${countPending(source, sql`s.account_id = a.id`, accountLimit)})
    from ${accounts} a where a.id in ${accountIds}`);
  const byAccount = new Map<number, number>();
  let total = 0;
  for (const { account_id, captures } of rows) {
    if (account_id === null) total = captures;
    else if (captures > 0) byAccount.set(Number(account_id), captures);
  }
  return { byAccount, total };
}

const countPending = (source: ScreenshotSource, selected: SQL, limit: number): SQL => sql`
  select ((select count(*) from (
      select from ${screenshots} s
      where s.status = 'PENDING' and s.enqueued_at is null and s.source = ${source} and ${selected}
      order by ${waitingOrder} limit ${limit}::int
    ) waiting) + (select count(*) from (
      select from ${screenshots} s
      where s.status = 'PENDING' and s.enqueued_at is not null and s.source = ${source} and ${selected}
      order by s.enqueued_at
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
      order by s.account_id, s.source, s.captured_at desc, s.id desc limit ${limit}::int
    ) finished`);
  return row!.captures;
}
