import {
  type Attempt,
  countSettledScreenshots,
  type Database,
  deleteScreenshots,
  shareLockObjects,
} from '@shotclock/db';
import { settleSuccess, type WorkContext } from '../src/index.ts';
import { imageHash } from './bench-database.ts';
import { elapsed, median } from './timing.ts';

export type SettlementRow = { concurrency: number; counted: number; plain: number };

const goodUntil = Number.MAX_SAFE_INTEGER;
const stored = [{ sha256: imageHash, size: 1_000, contentType: 'image/png', goodUntil }];

/** Settles captures with and without the counts, alternating, `concurrency` at once. Returns median milliseconds per settlement. */
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
      // The first pair is a warm-up that opens the connections.
      if (n > 0) into.push(ms / options.concurrency);
    }
  }
  await removeAll(ctx.db, settledWithoutCounts);
  return { concurrency: options.concurrency, counted: median(times.counted), plain: median(times.plain) };
}

/** Settles a capture with the same statements, except for the counts. */
async function settleWithoutCounts(db: Database, attempt: Attempt): Promise<void> {
  await db.transaction(async (tx) => {
    await shareLockObjects(tx, [imageHash], goodUntil);
    const { screenshotId, token } = attempt;
    const [finished] = await tx.execute<{ execution_id: string }>(`
      with settled as (
        update screenshots set status = 'SUCCESS', image = '${imageHash}', thumbnail = null, html = null, text = null,
          description = null, failure_code = null, attempt_token = null, lease_expires_at = null, enqueued_at = null,
          captured_at = clock_timestamp(),
          processing_time_ms = greatest(0, round(extract(epoch from clock_timestamp() - started_at) * 1000))
        where id = ${screenshotId} and attempt_token = '${token}' and status = 'PROCESSING'
        returning id, execution_id
      )
      select execution_id, exists (
        select from content_checks c where c.screenshot_id = settled.id and c.status = 'PENDING') as has_check
      from settled`);
    if (!finished) throw new Error('the lease of the attempt was lost');
    await countSettledScreenshots(tx, Number(finished.execution_id), { successful: 1, failed: 0 });
  });
}

/** Inserts claimed captures of one schedule, each in a separate execution. */
async function claimedAttempts(db: Database, count: number): Promise<Attempt[]> {
  const rows = await db.orm.execute<{ id: string; token: string }>(`
    with schedule as (
      insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
      values (1, 'settlements', 'ACTIVE', 'ONCE', 'UTC', 'run_once', 'allow', 0) returning id
    ), executions as (
      insert into schedule_executions (account_id, schedule_id, trigger, status, total_items)
      select 1, schedule.id, 'MANUAL', 'PROCESSING', 1 from schedule, generate_series(1, ${count}) returning id
    )
    insert into screenshots (account_id, execution_id, source, url, full_page, format, response_type, extract_html,
      extract_text, status, attempt, attempts_left, attempt_token, lease_expires_at, started_at)
    select 1, executions.id, 'SCHEDULED_SCREENSHOT', 'https://example.com/', false, 'png', 'json', false, false,
      'PROCESSING', 1, 3, gen_random_uuid(), now() + interval '1 hour', now() from executions
    returning id, attempt_token as token`);
  return rows.map(({ id, token }) => ({ screenshotId: Number(id), token }));
}

/** Restores the database, because several runs can use the same folder. */
async function removeAll(db: Database, settledWithoutCounts: number[]): Promise<void> {
  await db.orm.execute(`delete from screenshots where id in (${settledWithoutCounts.join()})`);
  const counted = await db.orm.execute<{ id: string }>(
    'select id from screenshots where execution_id is not null',
  );
  await db.transaction((tx) =>
    deleteScreenshots(
      tx,
      counted.map(({ id }) => Number(id)),
    ),
  );
  await db.orm.execute('delete from schedule_executions');
  await db.orm.execute('delete from schedules');
  await db.orm.execute('vacuum screenshots');
}
