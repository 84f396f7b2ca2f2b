import type { Database } from '@shotclock/db';
import type { Attempt } from '@shotclock/db/all-accounts';

/** Inserts running captures. */
export const insertRunning = `insert into captures (screenshot_id, account_id, execution_id, source, attempt, attempts_left, attempt_token,
  lease_expires_at, enqueued_at, started_at)`;
/** The values for these columns, computed from screenshot rows. */
export const runningColumns = `id, account_id, execution_id, source, 1, 3, gen_random_uuid(), now() + interval '1 hour', now(), now()`;

/**
 * Inserts claimed captures of one schedule per account, each with its own execution and image. The images are recorded but not
 * stored.
 */
export async function claimedAttempts(
  db: Database,
  { count, accounts, firstAccount }: { count: number; accounts: number; firstAccount: number },
): Promise<(Attempt & { image: string })[]> {
  const rows = await db.orm.execute<{ id: string; token: string; image: string }>(`
    with schedule as (
      insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
      select id, 'settlements', 'ACTIVE', 'ONCE', 'UTC', 'run_once', 'allow', 0 from accounts
      where id between ${firstAccount} and ${firstAccount + accounts - 1} returning id, account_id
    ), executions as (
      insert into schedule_executions (account_id, schedule_id, trigger, status, total_items)
      select account_id, id, 'MANUAL', 'PROCESSING', 1
      from generate_series(0, ${count - 1}) n join schedule on account_id = ${firstAccount} + n % ${accounts}
      order by n returning id, account_id
    ), records as (
      insert into screenshots (account_id, execution_id, source, url, full_page, format, response_type, extract_html,
        extract_text, status)
      select account_id, id, 'SCHEDULED_SCREENSHOT', 'https://example.com/' || id, false, 'png', 'json', false, false,
        'PENDING' from executions order by id
      returning *
    )
    ${insertRunning} select ${runningColumns} from records order by id
    returning screenshot_id as id, attempt_token as token, encode(sha256(screenshot_id::text::bytea), 'hex') as image`);
  await db.orm.execute(`
    insert into objects (sha256, size, content_type)
    select encode(sha256(screenshot_id::text::bytea), 'hex'), 1000, 'image/png' from captures
    on conflict do nothing`);
  return rows.map(({ id, token, image }) => ({ screenshotId: Number(id), token, image }));
}
