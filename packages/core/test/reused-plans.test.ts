// PostgreSQL plans a prepared statement for its actual values the first five times. After that, it uses a generic plan
// for all values, unless the generic plan looks more expensive. Planning these statements takes longer than running them.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addItems,
  claimScreenshot,
  createSchedule,
  createScreenshot,
  failAttempt,
  getSchedule,
  getScreenshot,
  runSchedule,
  settleSuccess,
} from '../src/index.ts';
import { releaseAll, storePicture } from './worker-steps.fixture.ts';
import { hourly, inAnHour, item, openWorkspace, type Workspace } from './workspace.fixture.ts';

const plansForValues = 5;
const rounds = plansForValues + 3;
let workspace: Workspace;

beforeEach(async () => {
  // Prepared statements belong to a session.
  workspace = await openWorkspace(undefined, { connections: 1 });
});
afterEach(() => workspace.close());

/** Adds finished captures of an item, objects, runs and schedules. */
async function addRecords(scheduleId: number, itemId: number): Promise<void> {
  const { orm } = workspace.db;
  await orm.execute(`
    insert into screenshots (account_id, item_id, source, url, full_page, format, response_type, extract_html, extract_text, status, captured_at)
    select 1, ${itemId}, 'SCHEDULED_SCREENSHOT', 'https://example.com/', false, 'png', 'json', false, false, 'SUCCESS',
      now() - n * interval '1 minute' from generate_series(1, 5000) n`);
  await orm.execute(`
    insert into objects (sha256, size, content_type)
    select encode(sha256(n::text::bytea), 'hex'), 1000, 'image/png' from generate_series(1, 5000) n`);
  await orm.execute(`
    insert into schedule_executions (account_id, schedule_id, trigger, status, total_items, completed_at)
    select 1, ${scheduleId}, 'MANUAL', 'COMPLETED', 0, now() from generate_series(1, 5000) n`);
  await orm.execute(`
    insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
    select 1, 'Schedule ' || n, 'ACTIVE', 'ONCE', 'UTC', 'run_once', 'allow', 0 from generate_series(1, 1000) n`);
}

/** Statements that were planned for their actual values more often than necessary. */
async function plannedEachTime(): Promise<string[]> {
  const statements = await workspace.db.orm.execute<{ text: string; plans: string; runs: string }>(`
    select statement as text, custom_plans as plans, custom_plans + generic_plans as runs
    from pg_prepared_statements where custom_plans + generic_plans >= ${rounds}`);
  expect(statements.length).toBeGreaterThan(2);
  return statements
    .filter(({ plans }) => Number(plans) > plansForValues)
    .map(({ text, plans, runs }) => `${plans} plans for ${runs} runs of: ${text}`);
}

async function captureAll(outcome: 'succeed' | 'fail' | 'are retried', picture: string): Promise<void> {
  const { work } = workspace;
  for (const job of await releaseAll(workspace)) {
    const claim = (await claimScreenshot(work, job))!;
    if (outcome === 'succeed') {
      const stored = await storePicture(workspace, `${picture} ${job.screenshotId}`);
      await settleSuccess(work, claim, { ...stored, description: null });
    } else {
      const code = outcome === 'fail' ? 'name_not_resolved' : 'connection_failed';
      await failAttempt(work, claim, { code, description: 'No response.' });
    }
  }
}

test.each(['missing', 'present'])(
  'with %s statistics, the statements of a capture are not planned every time',
  async (statistics) => {
    const { core, db } = workspace;
    const { id: scheduleId, items } = await createSchedule(core, hourly(inAnHour(), { items: [item()] }));
    await addRecords(scheduleId, items[0]!.id);
    await db.orm.execute(statistics === 'present' ? 'analyze' : 'delete from pg_statistic');
    for (let n = 0; n < rounds; n += 1)
      for (const outcome of ['succeed', 'fail', 'are retried'] as const) {
        await runSchedule(core, { scheduleId });
        await createScreenshot(core, { request: item() });
        await captureAll(outcome, `picture ${n}`);
      }
    expect(await plannedEachTime()).toEqual([]);
  },
);

test('with statistics, the statements that read one record or add items are not planned every time', async () => {
  const { core, db } = workspace;
  const { id: scheduleId, items } = await createSchedule(core, hourly(inAnHour(), { items: [item()] }));
  const itemId = items[0]!.id;
  await addRecords(scheduleId, itemId);
  await db.orm.execute('analyze');
  for (let n = 0; n < rounds; n += 1) {
    await addItems(core, { scheduleId, items: [item(String(n))] });
    await getSchedule(core, { scheduleId });
    await getScreenshot(core, { screenshotId: n + 1 });
  }
  expect(await plannedEachTime()).toEqual([]);
});
