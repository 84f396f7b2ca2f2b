// Checks the plans that PostgreSQL chooses for the statements that run for every capture. A queue's statistics are always
// outdated, so the plans must be good with any statistics.

import { countWaitingCaptures, findDueWork, listEvents, renewLeases } from '@shotclock/db/all-accounts';
import { explainStatements, type PlanNode, type Statement } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  claimScreenshot,
  countItemHistory,
  createSchedule,
  createScreenshot,
  failAttempt,
  getItemHistory,
  getOverview,
  getScreenshotHistory,
  historyEdges,
  listItemCaptures,
  listNewestCaptures,
  listScreenshotActivity,
  listScreenshots,
  longestWaitSeconds,
  queuePosition,
  recoverLost,
  releaseCaptures,
  runSchedule,
} from '../src/index.ts';
import { dispatchDue } from './dispatch-due.fixture.ts';
import { backdate, hoursAgo } from './schedules/dispatch.fixture.ts';
import { type Job, settleAs } from './worker-steps.fixture.ts';
import { hourly, inAnHour, item, openWorkspace, type Workspace } from './workspace.fixture.ts';

/** PostgreSQL's default for `jit_above_cost`. Compiling a statement can take seconds. */
const jitAboveCost = 100_000;
const statements = new Map<string, Statement>();
let workspace: Workspace;

beforeAll(async () => {
  workspace = await openWorkspace((text, parameters) => statements.set(text, { text, parameters }));
  const { id } = await createSchedule(workspace.core, hourly(inAnHour(), { items: [item('a'), item('b')] }));
  const run = await runSchedule(workspace.core, { scheduleId: id });
  await analyze();
  await addCaptures(run.id);
});
afterAll(() => workspace.close());

const analyze = () => workspace.db.orm.execute('analyze');

/** Deletes all statistics, as if the tables had never been analyzed. */
async function deleteStatistics(): Promise<void> {
  await workspace.db.orm.execute('delete from pg_statistic');
  await workspace.db.orm.execute(
    `update pg_class set reltuples = -1, relpages = 0 where relname = 'item_days_progress'`,
  );
}

/** Adds finished and waiting captures to the run. */
async function addCaptures(executionId: number): Promise<void> {
  const settings = `'https://example.com/', false, 'png', 'json', false, false`;
  await workspace.db.transaction(async (tx) => {
    // The foreign keys are known to be valid, so checking them is unnecessary.
    await tx.execute('set local session_replication_role = replica');
    await tx.execute(`
    with records as (
      insert into screenshots (account_id, execution_id, source, url, full_page, format, response_type, extract_html, extract_text,
        status, captured_at)
      select 1, case when n % 4 > 0 then ${executionId} end, case when n % 4 > 0 then 'SCHEDULED_SCREENSHOT' else 'MANUAL_SCREENSHOT' end,
        ${settings}, case when n % 2 = 0 then 'SUCCESS' else 'PENDING' end, case when n % 2 = 0 then now() end
      from generate_series(1, 10000) n returning *
    ) insert into captures (screenshot_id, account_id, execution_id, source, attempts_left)
    select id, account_id, execution_id, source, 3 from records where status = 'PENDING'`);
  });
}

/** Performs every operation on a capture, and every operation of an idle scheduler. */
async function runEverything(): Promise<void> {
  const { core, db, work } = workspace;
  const limits = { ...core.limits, maxWaitingCaptures: 1_000_000, maxWaitingCapturesPerAccount: 1_000_000 };
  const { id } = await createScreenshot({ ...core, limits }, { request: item() });
  await queuePosition(core, { screenshotId: id });
  const bounds = { accountIds: [core.accountId], accountLimit: 1_000, totalLimit: 10_000 };
  await countWaitingCaptures(db.orm, 'SCHEDULED_SCREENSHOT', bounds);
  const overlapping = await createSchedule(core, hourly(inAnHour(), { items: [item()] }));
  for (const hours of [2, 1]) {
    await backdate(workspace, overlapping.id, hoursAgo(hours));
    await dispatchDue(core);
  }
  const jobs: Job[] = [];
  await releaseCaptures({ db, enqueue: async (released) => void jobs.push(...released) }, { window: 32 });
  const [first, second] = await Promise.all(jobs.slice(0, 2).map((job) => claimScreenshot(work, job)));
  await renewLeases(db.orm, [first!.token], 20);
  await settleAs(workspace, first!, 'succeeds');
  await failAttempt(work, second!, { code: 'connection_failed', description: 'Reset.' });
  await recoverLost({ db });
  const position = { xid: 3, since: new Date(0) };
  await listEvents(db.orm, [{ accountId: core.accountId, position, after: null }], 200);
  await findDueWork(db.orm, { unclaimedAfterSeconds: 60, checkQueueAfterSeconds: 6 });
  await longestWaitSeconds({ db });
  const sort = { field: 'createdAt', direction: 'desc' } as const;
  await listScreenshotActivity(core, { page: 3, size: 20, sort, from: null, to: null, source: null });
  await readHistories(overlapping.id, overlapping.items[0]!.id);
}

async function readHistories(scheduleId: number, itemId: number): Promise<void> {
  const { core } = workspace;
  const to = new Date();
  const days = { by: 'day', timezone: 'Europe/Paris' } as const;
  const periods = { ...days, edges: historyEdges({ ...days, from: hoursAgo(300 * 24), to }, 800)! };
  await countItemHistory(workspace);
  await getItemHistory(core, { scheduleId, itemId, ...periods });
  await getScreenshotHistory(core, periods);
  await getOverview(core);
  await listNewestCaptures(core, { scheduleId });
  await listItemCaptures(core, {
    ...{ scheduleId, itemId, at: to, screenshotId: null, otherScreenshotId: null },
    ...{ before: 50, after: 50, changedOnly: false, expand: new Set(['screenshot']) },
  });
  const sort = { field: 'completedAt', direction: 'asc' } as const;
  await listScreenshots(core, { itemId, page: 0, size: 20, sort });
}

const isScan = (node: PlanNode) =>
  ['screenshots', 'captures'].includes(node['Relation Name'] ?? '') && node['Node Type'].endsWith('Scan');
/** Plan nodes that read only part of their input, or that reduce it before another node reads it. */
const bounds = ['Limit', 'Aggregate', 'Group'];

/** The parts of a plan that read all waiting captures although the statement needs only a few. */
function faultsOf(node: PlanNode, sorted = false): string[] {
  const type = node['Node Type'];
  const sorts = !bounds.includes(type) && (sorted || type === 'Sort');
  const faults = (node.Plans ?? []).flatMap((child) => faultsOf(child, sorts));
  if (isScan(node) && type === 'Seq Scan') faults.push('reads the table');
  if (node['Index Name'] === 'captures_turns' && (sorts || type.startsWith('Bitmap')))
    faults.push('sorts the waiting captures');
  return faults;
}

test.each(['taken before anything waited', 'missing', 'taken while the captures wait'])(
  'with planner statistics %s, the statements of a capture read only the rows they need and are not compiled',
  async (when) => {
    if (when === 'missing') await deleteStatistics();
    if (when === 'taken while the captures wait') await analyze();
    statements.clear();
    await runEverything();
    const hot = [...statements.values()].filter(({ text }) =>
      /^\s*(select|with|insert|update|delete)/i.test(text),
    );
    expect(hot.length).toBeGreaterThan(25);
    const faults: string[] = [];
    for (const generic of [false, true]) {
      const plans = await explainStatements(workspace.databaseUrl, hot, { generic });
      for (const [index, plan] of plans.entries()) {
        const { text } = hot[index]!;
        const kind = generic ? 'with any parameters, ' : '';
        faults.push(...faultsOf(plan).map((fault) => `${kind}${fault}: ${text}`));
        if (plan['Total Cost'] >= jitAboveCost) faults.push(`${kind}costs ${plan['Total Cost']}: ${text}`);
      }
    }
    expect(faults).toEqual([]);
  },
);
