import type { Database } from '@shotclock/db';
import { type Attempt, deleteScreenshotsOfAny } from '@shotclock/db/all-accounts';
import { settleSuccess, type WorkContext } from '../src/index.ts';
import { imageHash } from './bench-database.ts';
import { insertRunning, runningColumns } from './claimed-attempts.ts';
import { elapsed, median } from './timing.ts';

export type SettlementRow = { concurrency: number; counted: number; plain: number };

/** Identifies the schedule whose captures are settled. */
const scheduleName = 'settlements';
const goodUntil = Number.MAX_SAFE_INTEGER;
const stored = [{ sha256: imageHash, size: 1_000, contentType: 'image/png', goodUntil }];

/** Settles captures alternately with and without the counts, `concurrency` at a time. Returns median milliseconds per settlement. */
export async function measureSettlement(
  ctx: WorkContext,
  options: { pairs: number; concurrency: number },
): Promise<SettlementRow> {
  const attempts = await claimedAttempts(ctx.db, (options.pairs + 1) * 2 * options.concurrency);
  const settledWithoutCounts: number[] = [];
  const counted = (attempt: Attempt) =>
    settleSuccess(ctx, attempt, {
      stored,
      hashes: { image: imageHash, thumbnail: null, html: null, text: null },
      description: null,
    });
  const withoutCounts = (attempt: Attempt) => {
    settledWithoutCounts.push(attempt.screenshotId);
    return settleWithoutCounts(ctx.db, attempt);
  };
  const times = { counted: [] as number[], plain: [] as number[] };
  for (let n = 0; n <= options.pairs; n += 1) {
    const order: { settle: (attempt: Attempt) => Promise<unknown>; into: number[] }[] = [
      { settle: counted, into: times.counted },
      { settle: withoutCounts, into: times.plain },
    ];
    for (const { settle, into } of n % 2 === 0 ? order : order.reverse()) {
      const group = attempts.splice(0, options.concurrency);
      const ms = await elapsed(() => Promise.all(group.map(settle)));
      // The first pair only warms up the connections.
      if (n > 0) into.push(ms / options.concurrency);
    }
  }
  await removeAll(ctx.db, settledWithoutCounts);
  return { concurrency: options.concurrency, counted: median(times.counted), plain: median(times.plain) };
}

/** Settles a capture with the same statement, minus the counts. */
async function settleWithoutCounts(db: Database, { screenshotId, token }: Attempt): Promise<void> {
  await db.transaction(async (tx) => {
    const settled = await tx.execute(`
      with stored as materialized (
        select from objects where sha256 = '${imageHash}' and sweeping_since is null order by sha256 for key share
      ), finished as (
        delete from captures where screenshot_id = ${screenshotId} and attempt_token = '${token}'
          and 1 = (select count(*) from stored)
        returning screenshot_id, attempt, started_at
      ), settled as (
        update screenshots s set status = 'SUCCESS', image = '${imageHash}', attempt = finished.attempt,
          started_at = finished.started_at, captured_at = clock_timestamp(), processing_time_ms = 0
        from finished where s.id = finished.screenshot_id returning s.id, s.execution_id
      ), executions as (
        update schedule_executions e set successful_items = successful_items + 1, status = 'COMPLETED', completed_at = clock_timestamp()
        from settled where e.id = settled.execution_id returning e.id
      )
      select id, exists (
        select from content_checks c where c.screenshot_id = settled.id and c.status = 'PENDING') as has_check
      from settled`);
    if (settled.length === 0) throw new Error('the lease of the attempt was lost');
  });
}

/** Inserts claimed captures of one schedule, each in a separate execution. */
async function claimedAttempts(db: Database, count: number): Promise<Attempt[]> {
  const rows = await db.orm.execute<{ id: string; token: string }>(`
    with schedule as (
      insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
      values (1, '${scheduleName}', 'ACTIVE', 'ONCE', 'UTC', 'run_once', 'allow', 0) returning id
    ), executions as (
      insert into schedule_executions (account_id, schedule_id, trigger, status, total_items)
      select 1, schedule.id, 'MANUAL', 'PROCESSING', 1 from schedule, generate_series(1, ${count}) returning id
    ), records as (
      insert into screenshots (account_id, execution_id, source, url, full_page, format, response_type, extract_html,
        extract_text, status)
      select 1, executions.id, 'SCHEDULED_SCREENSHOT', 'https://example.com/', false, 'png', 'json', false, false,
        'PENDING' from executions returning *
    )
    ${insertRunning} select ${runningColumns} from records returning screenshot_id as id, attempt_token as token`);
  return rows.map(({ id, token }) => ({ screenshotId: Number(id), token }));
}

/** Restores the database, because later runs may use the same folder. */
async function removeAll(db: Database, settledWithoutCounts: number[]): Promise<void> {
  const schedules = `select id from schedules where name = '${scheduleName}'`;
  const executions = `select id from schedule_executions where schedule_id in (${schedules})`;
  await db.orm.execute(`delete from screenshots where id in (${settledWithoutCounts.join()})`);
  const counted = await db.orm.execute<{ id: string }>(
    `select id from screenshots where execution_id in (${executions})`,
  );
  await db.transaction((tx) =>
    deleteScreenshotsOfAny(
      tx,
      counted.map(({ id }) => Number(id)),
    ),
  );
  await db.orm.execute(`delete from schedule_executions where id in (${executions})`);
  await db.orm.execute(`delete from schedules where id in (${schedules})`);
  await db.orm.execute('vacuum screenshots');
}
