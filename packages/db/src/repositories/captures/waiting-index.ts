// How statements find waiting captures: only through the `captures_turns` index (ADR 32).
//
// The planner's statistics for a queue are always outdated: they may say that nothing is waiting when a million captures
// are. The statements therefore leave the planner no choice that depends on statistics. The following works in every
// PostgreSQL version, without planner settings:
//
//   - The conditions are the index expressions themselves, so no other index is suitable. ANALYZE does not collect statistics for them.
//   - The statements sort in index order.
//   - The limit is 1 or a subquery. A subquery hides the limit from the planner, which then expects to read a tenth of the rows.
//     Reading the index in order is then the cheapest plan. If the limit were known, the planner might read and sort all rows.
import type { ScreenshotSource } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';

/** The source, the account and the execution of a waiting capture `c`. Execution 0 stands for manual captures. */
const waitingSource = sql.raw('(case when c.enqueued_at is null then c.source end)');
export const waitingAccount = sql.raw('(case when c.enqueued_at is null then c.account_id end)');
export const execution = sql.raw('coalesce(c.execution_id, 0)');

/**
 * The condition that a capture `c` is released or running. It selects the `captures_held` index and, like the other
 * expressions, has no statistics.
 */
export const isHeld = sql.raw('(case when c.enqueued_at is not null then 1 end) = 1');

/** The order of a source's waiting captures in the index. */
export const waitingOrder = sql`${waitingAccount}, ${execution}, c.release_at, c.screenshot_id`;

/** Selects the waiting captures `c` of a source, including those whose retry delay has not ended. */
export const waits = (source: ScreenshotSource): SQL => sql`${waitingSource} = ${source}`;

/**
 * Selects the captures that may be released now. `now()` may have been rounded up by 1 ms when it was stored in
 * `release_at`.
 */
export const waitsNow = (source: ScreenshotSource): SQL =>
  sql`${waits(source)} and c.release_at <= now() + interval '1 millisecond'`;
