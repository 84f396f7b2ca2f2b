import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSchedule,
  deleteSchedule,
  dispatchDue,
  getSchedule,
  listExecutions,
  runSchedule,
  updateSchedule,
} from '../src/index.ts';
import { hourly, item, openWorkspace, type Workspace } from './workspace.fixture.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await openWorkspace();
});
afterAll(() => workspace.close());

const newestFirst = { page: 0, size: 200, sort: { field: 'createdAt', direction: 'desc' } } as const;
const executionsOf = async (scheduleId: number) =>
  (await listExecutions(workspace.core, { scheduleId, ...newestFirst })).content;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** Makes the schedule due in the past, as if no scheduler had run since. */
async function backdate(scheduleId: number, firstRunAt: Date) {
  await workspace.db.orm.execute(
    `update schedules set first_run_at = '${firstRunAt.toISOString()}', next_run_at = '${firstRunAt.toISOString()}' where id = ${scheduleId}`,
  );
}

async function dispatchAll() {
  while ((await dispatchDue(workspace.core)).more);
}

const reasonOf = async (executionId: number) => {
  const [row] = await workspace.db.orm.execute<{ outcome_reason: string | null }>(
    `select outcome_reason from schedule_executions where id = ${executionId}`,
  );
  return row!.outcome_reason;
};

describe('dispatching due schedules', () => {
  test('starts one execution with a pending screenshot for every item, and plans the next run on the grid', async () => {
    const first = new Date(Date.now() - 1_000);
    const schedule = await createSchedule(workspace.core, hourly(first, { items: [item('a'), item('b')] }));
    expect(schedule.nextRunAt).toBe(first.toISOString());

    await dispatchAll();
    const [execution, ...others] = await executionsOf(schedule.id);
    expect(others).toEqual([]);
    expect(execution).toMatchObject({
      status: 'PROCESSING',
      totalItems: 2,
      successfulItems: 0,
      failedItems: 0,
    });
    const after = await getSchedule(workspace.core, { scheduleId: schedule.id });
    expect(after.nextRunAt).toBe(new Date(first.getTime() + 3_600_000).toISOString());
    expect(after.lastRunAt).not.toBeNull();
    expect(after.status).toBe('ACTIVE');
  });

  test('completes an execution without items at once', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date()));
    await dispatchAll();
    const [execution] = await executionsOf(schedule.id);
    expect(execution).toMatchObject({ status: 'COMPLETED', totalItems: 0 });
    expect(execution!.completedAt).not.toBeNull();
  });

  test('starts one execution per scheduled time when many schedulers race', async () => {
    const ids = [];
    for (let n = 0; n < 30; n += 1)
      ids.push((await createSchedule(workspace.core, hourly(new Date(), { items: [item()] }))).id);
    await Promise.all(Array.from({ length: 6 }, () => dispatchAll()));
    for (const id of ids) expect(await executionsOf(id)).toHaveLength(1);
  });

  test('starts no more captures in one transaction than can come to an end in it', async () => {
    const { core, db } = workspace;
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1)
      ids.push((await createSchedule(core, hourly(new Date(), { items: [item()] }))).id);
    await db.orm.execute(`
      insert into schedule_items (account_id, schedule_id, position, url, full_page, format, response_type, extract_html, extract_text)
      select i.account_id, i.schedule_id, n, url, full_page, format, response_type, extract_html, extract_text
      from schedule_items i, generate_series(1, 2400) n where i.schedule_id in (${ids.join(', ')})`);
    expect(await dispatchDue(core)).toEqual({ dispatched: 2, more: true });
    expect(await dispatchDue(core)).toEqual({ dispatched: 1, more: false });
    for (const id of ids) expect(await executionsOf(id)).toMatchObject([{ totalItems: 2_401 }]);
  });

  test('gives each schedule of a batch its own next run, and counts only runs that it starts', async () => {
    const { core } = workspace;
    const [first, policy] = [new Date(Date.now() - 1_000), { missedRuns: 'skip' as const }];
    const every = { type: 'INTERVAL', intervalUnit: 'HOURS', firstRunAt: first.toISOString() } as const;
    const schedules = [
      await createSchedule(core, { name: 'two', schedule: { ...every, intervalValue: 2 }, items: [item()] }),
      await createSchedule(core, { name: 'three', schedule: { ...every, intervalValue: 3 } }),
      await createSchedule(core, { name: 'once', schedule: { type: 'ONCE', firstRunAt: every.firstRunAt } }),
      await createSchedule(core, hourly(first, { policy })),
    ];
    const missed = schedules[3]!.id;
    await backdate(missed, hoursAgo(2.5));

    expect(await dispatchDue(core)).toEqual({ dispatched: 4, more: false });
    const rows = await workspace.db.orm.execute(`
      select status, runs, last_run_at is not null as ran, extract(epoch from next_run_at - first_run_at)::int / 3600 as hours
      from schedules where id in (${schedules.map((one) => one.id)}) order by id`);
    expect([...rows]).toEqual([
      { status: 'ACTIVE', runs: 1, ran: true, hours: 2 },
      { status: 'ACTIVE', runs: 1, ran: true, hours: 3 },
      { status: 'COMPLETED', runs: 1, ran: true, hours: null },
      { status: 'ACTIVE', runs: 0, ran: false, hours: 3 },
    ]);
    for (const { id } of schedules) expect(await executionsOf(id)).toHaveLength(1);
  });

  test('completes a ONCE schedule when it has run', async () => {
    const schedule = await createSchedule(workspace.core, {
      name: 'once',
      schedule: { type: 'ONCE', firstRunAt: new Date().toISOString() },
    });
    await dispatchAll();
    expect(await getSchedule(workspace.core, { scheduleId: schedule.id })).toMatchObject({
      status: 'COMPLETED',
      nextRunAt: null,
    });
    expect(await executionsOf(schedule.id)).toHaveLength(1);
  });

  test('completes a schedule after its last permitted run', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date(), { policy: { maxRuns: 1 } }));
    await dispatchAll();
    expect(await getSchedule(workspace.core, { scheduleId: schedule.id })).toMatchObject({
      status: 'COMPLETED',
      nextRunAt: null,
    });
  });

  test('makes up for missed runs with one run, and says how many were missed', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date(), { items: [item()] }));
    await backdate(schedule.id, hoursAgo(5.5));
    await dispatchAll();
    const executions = await executionsOf(schedule.id);
    expect(executions).toHaveLength(1);
    expect(executions[0]).toMatchObject({ status: 'PROCESSING', totalItems: 1 });
    expect(await reasonOf(executions[0]!.id)).toMatch(/^5 earlier runs were missed/);
  });

  test('records missed runs instead of running when the policy skips them', async () => {
    const schedule = await createSchedule(
      workspace.core,
      hourly(new Date(), { items: [item()], policy: { missedRuns: 'skip' } }),
    );
    await backdate(schedule.id, hoursAgo(2.5));
    await dispatchAll();
    const [execution] = await executionsOf(schedule.id);
    expect(execution).toMatchObject({ status: 'FAILED', totalItems: 0 });
    expect(await reasonOf(execution!.id)).toMatch(/Skipped: the run was missed.*2 earlier runs were missed/);
  });

  test('counts a run as missed when it is later than startingDeadlineSeconds, and as late before', async () => {
    const policy = { missedRuns: 'skip' as const, startingDeadlineSeconds: 1_800 };
    const missed = await createSchedule(workspace.core, hourly(new Date(), { items: [item()], policy }));
    const late = await createSchedule(workspace.core, hourly(new Date(), { items: [item()], policy }));
    await backdate(missed.id, hoursAgo(40 / 60));
    await backdate(late.id, hoursAgo(20 / 60));
    await dispatchAll();
    expect((await executionsOf(missed.id))[0]).toMatchObject({ status: 'FAILED', totalItems: 0 });
    expect((await executionsOf(late.id))[0]).toMatchObject({ status: 'PROCESSING', totalItems: 1 });
  });

  test('completes a schedule after the run that falls on its end', async () => {
    const first = new Date();
    const endsAt = new Date(first.getTime() + 3_600_000);
    const schedule = await createSchedule(
      workspace.core,
      hourly(first, { policy: { endsAt: endsAt.toISOString() } }),
    );
    await dispatchAll();
    const between = await getSchedule(workspace.core, { scheduleId: schedule.id });
    expect(between).toMatchObject({ status: 'ACTIVE', nextRunAt: endsAt.toISOString() });
    await workspace.db.orm.execute(
      `update schedules set first_run_at = first_run_at - interval '1 hour', next_run_at = next_run_at - interval '1 hour',
        ends_at = ends_at - interval '1 hour' where id = ${schedule.id}`,
    );
    await workspace.db.orm.execute(
      `update schedule_executions set scheduled_for = scheduled_for - interval '1 hour' where schedule_id = ${schedule.id}`,
    );
    await dispatchAll();
    expect(await getSchedule(workspace.core, { scheduleId: schedule.id })).toMatchObject({
      status: 'COMPLETED',
      nextRunAt: null,
    });
    expect(await executionsOf(schedule.id)).toHaveLength(2);
  });

  test('records a run that the one before overlaps, unless the policy allows it', async () => {
    const skipping = await createSchedule(workspace.core, hourly(new Date(), { items: [item()] }));
    const allowing = await createSchedule(
      workspace.core,
      hourly(new Date(), { items: [item()], policy: { overlap: 'allow' } }),
    );
    await dispatchAll();
    for (const { id } of [skipping, allowing]) await backdate(id, new Date(Date.now() - 3_600_000));
    await dispatchAll();
    const [skipped] = await executionsOf(skipping.id);
    expect(skipped).toMatchObject({ status: 'FAILED', totalItems: 0 });
    expect(await reasonOf(skipped!.id)).toMatch(/previous run was still active/);
    expect((await executionsOf(allowing.id)).map((one) => one.status)).toEqual(['PROCESSING', 'PROCESSING']);
  });

  test('leaves a deleted schedule alone', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date(), { items: [item()] }));
    await deleteSchedule(workspace.core, { scheduleId: schedule.id });
    await dispatchAll();
    const [row] = await workspace.db.orm.execute<{ count: string }>(
      `select count(*) from schedule_executions where schedule_id = ${schedule.id}`,
    );
    expect(Number(row!.count)).toBe(0);
    await expect(getSchedule(workspace.core, { scheduleId: schedule.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('adds a jitter that is the same for the same schedule, and keeps the grid', async () => {
    const first = new Date(Date.now() + 3_600_000);
    const schedule = await createSchedule(workspace.core, hourly(first, { policy: { jitterSeconds: 600 } }));
    const jitter = Date.parse(schedule.nextRunAt!) - first.getTime();
    expect(jitter).toBeGreaterThanOrEqual(0);
    expect(jitter).toBeLessThan(600_000);
    await workspace.db.orm.execute(
      `update schedules set first_run_at = first_run_at - interval '2 hours', next_run_at = next_run_at - interval '2 hours' where id = ${schedule.id}`,
    );
    await dispatchAll();
    const after = await getSchedule(workspace.core, { scheduleId: schedule.id });
    expect(Math.abs(Date.parse(after.nextRunAt!) - first.getTime() - jitter) % 3_600_000).toBe(0);
  });
});

describe('a run by hand', () => {
  test('is an execution of its own that moves no scheduled time', async () => {
    const schedule = await createSchedule(
      workspace.core,
      hourly(new Date(Date.now() + 3_600_000), { items: [item(), item()] }),
    );
    const runs = [
      await runSchedule(workspace.core, { scheduleId: schedule.id }),
      await runSchedule(workspace.core, { scheduleId: schedule.id }),
    ];
    expect(runs.map((run) => run.totalItems)).toEqual([2, 2]);
    expect(new Set(runs.map((run) => run.id)).size).toBe(2);
    expect((await getSchedule(workspace.core, { scheduleId: schedule.id })).nextRunAt).toBe(
      schedule.nextRunAt,
    );
  });
});

describe('a limit of runs', () => {
  test('does not count runs by hand', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000);
    const schedule = await createSchedule(workspace.core, hourly(inAnHour, { policy: { maxRuns: 1 } }));
    for (let run = 0; run < 3; run += 1) await runSchedule(workspace.core, { scheduleId: schedule.id });
    const after = await getSchedule(workspace.core, {
      scheduleId: schedule.id,
      expand: new Set(['upcomingRuns'] as const),
    });
    expect(after).toMatchObject({ status: 'ACTIVE', upcomingRuns: [inAnHour.toISOString()] });
  });

  test('does not count runs that were skipped', async () => {
    const schedule = await createSchedule(
      workspace.core,
      hourly(new Date(), { policy: { maxRuns: 1, missedRuns: 'skip' } }),
    );
    await backdate(schedule.id, hoursAgo(0.5));
    await dispatchAll();
    expect(await getSchedule(workspace.core, { scheduleId: schedule.id })).toMatchObject({
      status: 'ACTIVE',
      nextRunAt: expect.any(String),
    });
  });
});

describe('changing a schedule', () => {
  test('plans anew when the timing changes, and makes a completed schedule active again', async () => {
    const schedule = await createSchedule(workspace.core, {
      name: 'once',
      schedule: { type: 'ONCE', firstRunAt: new Date().toISOString() },
    });
    await dispatchAll();
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const changed = await updateSchedule(workspace.core, {
      scheduleId: schedule.id,
      changes: { schedule: { type: 'ONCE', firstRunAt: at } },
    });
    expect(changed).toMatchObject({ status: 'ACTIVE', nextRunAt: at });
  });

  test('repeats no run that has taken place when only the policy changes', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date()));
    await dispatchAll();
    const before = await getSchedule(workspace.core, { scheduleId: schedule.id });
    const changed = await updateSchedule(workspace.core, {
      scheduleId: schedule.id,
      changes: { policy: { overlap: 'allow' } },
    });
    expect(changed.nextRunAt).toBe(before.nextRunAt);
  });

  test('plans from now when the zone changes, also a run before the one that was next', async () => {
    const zones = [
      'Pacific/Kiritimati',
      'Asia/Tokyo',
      'Europe/Paris',
      'America/New_York',
      'Pacific/Pago_Pago',
    ];
    const schedule = { type: 'CRON', cronExpression: '0 9 * * *' } as const;
    const created = await Promise.all(
      zones.map((timezone) =>
        createSchedule(workspace.core, { name: timezone, schedule, policy: { timezone } }),
      ),
    );
    for (const { id } of created)
      for (const { name: timezone, nextRunAt } of created) {
        const changes = { policy: { timezone } };
        expect(await updateSchedule(workspace.core, { scheduleId: id, changes })).toMatchObject({
          nextRunAt,
        });
      }
  });

  test('keeps the next run when only the name changes', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date(Date.now() + 60_000)));
    const changed = await updateSchedule(workspace.core, {
      scheduleId: schedule.id,
      changes: { name: 'other' },
    });
    expect(changed).toMatchObject({ name: 'other', nextRunAt: schedule.nextRunAt });
  });
});
