import { PageRecord } from '@shotclock/contracts';
import { eventually } from '@shotclock/testing';
import { describe, expect, test } from 'vitest';
import {
  type ClaimedScreenshot,
  createSchedule,
  getExecution,
  listExecutionScreenshots,
  listExecutions,
  retryFailed,
  runSchedule,
  settleSuccess,
  updateItem,
} from '../../src/index.ts';
import { dispatchDue } from '../dispatch-due.fixture.ts';
import { claimAll, type SettledAs, settleAs, storePicture } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();

const newestFirst = { page: 0, size: 200, sort: { field: 'createdAt', direction: 'desc' } } as const;
const dispatch = () => dispatchDue(workspace.core);
const read = (executionId: number) =>
  getExecution(workspace.core, { executionId, expand: new Set(['outcome'] as const) });

async function startRun(count: number) {
  const items = Array.from({ length: count }, (_, index) => item(String(index)));
  const schedule = await createSchedule(workspace.core, hourly(inAnHour(), { items }));
  const execution = await runSchedule(workspace.core, { scheduleId: schedule.id });
  return { schedule, execution };
}

const claims = () => claimAll(workspace);
const settle = (claim: ClaimedScreenshot, outcome: SettledAs) => settleAs(workspace, claim, outcome);

describe('executions', () => {
  test('a scheduled time has only one execution, because a constraint rejects a second one', async () => {
    const first = new Date(Date.now() - 1_000);
    const schedule = await createSchedule(workspace.core, hourly(first, { items: [item()] }));
    await dispatch();
    const insert = workspace.db.orm.execute(
      `insert into schedule_executions (account_id, schedule_id, scheduled_for, trigger, status)
       values (1, ${schedule.id}, '${first.toISOString()}', 'SCHEDULE', 'PROCESSING')`,
    );
    await expect(insert).rejects.toMatchObject({ cause: { code: '23505' } });
    // Simulate a scheduler that was killed after creating the execution and before setting the next run.
    await workspace.db.orm.execute(
      `update schedules set next_run_at = '${first.toISOString()}' where id = ${schedule.id}`,
    );
    await dispatch();
    const executions = await listExecutions(workspace.core, { scheduleId: schedule.id, ...newestFirst });
    expect(executions.totalElements).toBe(1);
    await Promise.all((await claims()).map((claim) => settle(claim, 'succeeds')));
  });

  test('a manual run has its own execution, even during a scheduled one', async () => {
    const first = new Date(Date.now() - 1_000);
    const schedule = await createSchedule(workspace.core, hourly(first));
    await dispatch();
    await runSchedule(workspace.core, { scheduleId: schedule.id });
    const page = await listExecutions(workspace.core, {
      scheduleId: schedule.id,
      ...newestFirst,
      expand: new Set(['outcome'] as const),
    });
    expect(page.content.map(({ outcome }) => [outcome!.trigger, outcome!.scheduledFor])).toEqual([
      ['MANUAL', null],
      ['SCHEDULE', first.toISOString()],
    ]);
  });

  test('a new execution is PROCESSING and has a startedAt, and its processing time increases while it runs', async () => {
    const before = Date.now();
    const { execution } = await startRun(1);
    expect(execution).toMatchObject({ status: 'PROCESSING', completedAt: null, processingTimeMs: 0 });
    expect(Math.abs(Date.parse(execution.startedAt) - before)).toBeLessThan(60_000);

    const first = (await read(execution.id)).processingTimeMs;
    const { processingTimeMs: later } = await eventually(
      async () => {
        const running = await read(execution.id);
        return running.processingTimeMs > first && running;
      },
      { what: 'a longer processing time' },
    );

    const [claim] = await claims();
    await settle(claim!, 'succeeds');
    const ended = await read(execution.id);
    expect(ended.processingTimeMs).toBe(Date.parse(ended.completedAt!) - Date.parse(ended.startedAt));
    expect(ended.processingTimeMs).toBeGreaterThanOrEqual(later);
    expect(await read(execution.id)).toStrictEqual(ended);
  });

  test.each([
    { outcomes: [], status: 'COMPLETED' },
    { outcomes: ['succeeds'], status: 'COMPLETED' },
    { outcomes: ['fails', 'succeeds', 'fails'], status: 'COMPLETED' },
    { outcomes: ['succeeds', 'fails'], status: 'COMPLETED' },
    { outcomes: ['fails', 'fails'], status: 'FAILED' },
  ] satisfies { outcomes: SettledAs[]; status: string }[])(
    'an execution with the outcomes $outcomes ends $status when its last item settles',
    async (run) => {
      const { execution } = await startRun(run.outcomes.length);
      for (const [index, claim] of (await claims()).entries()) {
        expect(await read(execution.id)).toMatchObject({ status: 'PROCESSING', completedAt: null });
        await settle(claim, run.outcomes[index]!);
      }
      expect(await read(execution.id)).toMatchObject({
        status: run.status,
        completedAt: expect.any(String),
        totalItems: run.outcomes.length,
        successfulItems: run.outcomes.filter((one) => one === 'succeeds').length,
        failedItems: run.outcomes.filter((one) => one === 'fails').length,
      });
    },
  );

  test('the counters match the screenshots at all times while captures settle concurrently', async () => {
    const { execution } = await startRun(40);
    const settling = Promise.all(
      (await claims()).map((claim, index) => settle(claim, index % 3 === 0 ? 'fails' : 'succeeds')),
    );
    let ended = false;
    void settling.then(() => (ended = true));
    const expectMatchingCounters = async () => {
      const [row] = await workspace.db.orm.execute<Record<string, number | string>>(
        `select e.status, e.total_items, e.successful_items, e.failed_items,
           count(*) filter (where s.status = 'SUCCESS')::int as succeeded, count(*) filter (where s.status = 'FAILED')::int as failed
         from schedule_executions e join screenshots s on s.execution_id = e.id where e.id = ${execution.id} group by e.id`,
      );
      expect([row!.successful_items, row!.failed_items]).toEqual([row!.succeeded, row!.failed]);
      const settled = Number(row!.succeeded) + Number(row!.failed);
      expect(settled).toBeLessThanOrEqual(40);
      expect(row!.status === 'PROCESSING').toBe(settled < 40);
    };
    while (!ended) await expectMatchingCounters();
    await settling;
    await expectMatchingCounters();
    expect(await read(execution.id)).toMatchObject({
      status: 'COMPLETED',
      successfulItems: 26,
      failedItems: 14,
    });
  });

  test('a constraint rejects counters that exceed the number of items', async () => {
    const { execution } = await startRun(0);
    const update = workspace.db.orm.execute(
      `update schedule_executions set failed_items = 1 where id = ${execution.id}`,
    );
    await expect(update).rejects.toMatchObject({ cause: { code: '23514' } });
  });
});

describe('the outcome of an execution', () => {
  test('contains the reason for a skipped run, and its scheduled time', async () => {
    const first = new Date(Date.now() - 1_000);
    const schedule = await createSchedule(
      workspace.core,
      hourly(first, { items: [item()], policy: { missedRuns: 'skip' } }),
    );
    const missed = new Date(Date.now() - 1.5 * 3_600_000).toISOString();
    await workspace.db.orm.execute(
      `update schedules set first_run_at = '${missed}', next_run_at = '${missed}' where id = ${schedule.id}`,
    );
    await dispatch();
    const { content } = await listExecutions(workspace.core, {
      scheduleId: schedule.id,
      ...newestFirst,
      expand: new Set(['outcome'] as const),
    });
    expect(content).toMatchObject([
      {
        status: 'FAILED',
        totalItems: 0,
        processingTimeMs: expect.any(Number),
        outcome: {
          scheduleId: schedule.id,
          trigger: 'SCHEDULE',
          scheduledFor: new Date(Date.parse(missed) + 3_600_000).toISOString(),
          reason: expect.stringMatching(/^Skipped: the run was missed.*1 earlier run was missed/),
          retryOf: null,
        },
      },
    ]);
    await expect(retryFailed(workspace.core, { executionId: content[0]!.id })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('an execution whose captures do not all show the requested content', () => {
  test('counts these captures by verdict, and a retry includes them on request', async () => {
    const { execution } = await startRun(4);
    const kinds = ['content', 'http_error', 'blank'] as const;
    const [failing, ...others] = await claims();
    await settle(failing!, 'fails');
    for (const [index, claim] of others.entries()) {
      const [record] = PageRecord.examples;
      const page = { ...record!, verdict: { ...record!.verdict!, kind: kinds[index]! } };
      const stored = await storePicture(workspace, 'an image');
      await settleSuccess(workspace.work, claim, { ...stored, description: null, page });
    }
    expect(await read(execution.id)).toMatchObject({
      status: 'COMPLETED',
      successfulItems: 3,
      failedItems: 1,
      outcome: { verdicts: { http_error: 1, challenge: 0, login_wall: 0, blank: 1 } },
    });
    const failed = await retryFailed(workspace.core, { executionId: execution.id });
    const included = await retryFailed(workspace.core, {
      executionId: execution.id,
      includeUnexpected: true,
    });
    expect([failed.totalItems, included.totalItems]).toEqual([1, 3]);
    for (const claim of await claims()) await settle(claim, 'succeeds');
  });
});

describe('retrying failed items', () => {
  test('sets lastRunAt and does not change the next run', async () => {
    const { schedule, execution } = await startRun(2);
    for (const claim of await claims()) await settle(claim, 'fails');
    const retried = await retryFailed(workspace.core, { executionId: execution.id });
    const [row] = await workspace.db.orm.execute<{ runs: number; next: string; last: boolean }>(
      `select s.runs, to_json(s.next_run_at) as next, s.last_run_at = e.started_at as last
       from schedules s join schedule_executions e on e.id = ${retried.id} where s.id = ${schedule.id}`,
    );
    expect(row).toMatchObject({ runs: 0, last: true });
    expect(new Date(row!.next).toISOString()).toBe(schedule.nextRunAt);
    for (const claim of await claims()) await settle(claim, 'succeeds');
    expect(await read(retried.id)).toMatchObject({ status: 'COMPLETED', successfulItems: 2, totalItems: 2 });
  });

  test('captures an item that is being updated only once, with the settings it had when the retry started', async () => {
    const { schedule, execution } = await startRun(1);
    for (const claim of await claims()) await settle(claim, 'fails');
    const key = { scheduleId: schedule.id, itemId: schedule.items[0]!.id };
    const [retried] = await Promise.all([
      retryFailed(workspace.core, { executionId: execution.id }),
      updateItem(workspace.core, { ...key, changes: { fullPage: true, url: 'https://example.com/new' } }),
    ]);
    const { content } = await listExecutionScreenshots(workspace.core, {
      executionId: retried.id,
      page: 0,
      size: 10,
      sort: { field: 'id', direction: 'asc' },
    });
    expect(content).toHaveLength(1);
    const { url, fullPage } = content[0]!;
    expect([
      ['https://example.com/0', false],
      ['https://example.com/new', true],
    ]).toContainEqual([url, fullPage]);
    for (const claim of await claims()) await settle(claim, 'succeeds');
  });
});
