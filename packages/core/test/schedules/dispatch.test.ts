import { eventually } from '@shotclock/testing';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createDispatcher,
  createSchedule,
  type DispatchFailure,
  deleteSchedule,
  getSchedule,
  listExecutions,
  resumeSchedule,
  updateSchedule,
} from '../../src/index.ts';
import { dispatchDue } from '../dispatch-due.fixture.ts';
import { hourly, item, newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';
import { backdate, dispatchAll, hoursAgo } from './dispatch.fixture.ts';

const workspace = openWorkspaceForFile();

const newestFirst = { page: 0, size: 200, sort: { field: 'createdAt', direction: 'desc' } } as const;
const executionsOf = async (scheduleId: number) =>
  (await listExecutions(workspace.core, { scheduleId, ...newestFirst })).content;
const reasonOf = async (executionId: number) => {
  const [row] = await workspace.db.orm.execute<{ outcome_reason: string | null }>(
    `select outcome_reason from schedule_executions where id = ${executionId}`,
  );
  return row!.outcome_reason;
};

describe('dispatching due runs', () => {
  test('creates one execution with a pending screenshot for each item, and sets the next run on the grid', async () => {
    const first = new Date(Date.now() - 1_000);
    const schedule = await createSchedule(workspace.core, hourly(first, { items: [item('a'), item('b')] }));
    expect(schedule.nextRunAt).toBe(first.toISOString());

    await dispatchAll(workspace);
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

  test('completes an execution without items immediately', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date()));
    await dispatchAll(workspace);
    const [execution] = await executionsOf(schedule.id);
    expect(execution).toMatchObject({ status: 'COMPLETED', totalItems: 0 });
    expect(execution!.completedAt).not.toBeNull();
  });

  test('creates one execution per scheduled time even when schedulers race', async () => {
    const ids = [];
    for (let n = 0; n < 30; n += 1)
      ids.push((await createSchedule(workspace.core, hourly(new Date(), { items: [item()] }))).id);
    await Promise.all(Array.from({ length: 6 }, () => dispatchAll(workspace)));
    for (const id of ids) expect(await executionsOf(id)).toHaveLength(1);
  });

  test('limits the number of captures in one transaction', async () => {
    const { core, db } = workspace;
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1)
      ids.push((await createSchedule(core, hourly(new Date(), { items: [item()] }))).id);
    await db.orm.execute(`
      insert into schedule_items (account_id, schedule_id, position, url, full_page, format, response_type, extract_html, extract_text)
      select i.account_id, i.schedule_id, n, url, full_page, format, response_type, extract_html, extract_text
      from schedule_items i, generate_series(1, case when i.schedule_id = ${ids[2]} then 5100 else 2400 end) n
      where i.schedule_id in (${ids.join(', ')})`);
    expect(await dispatchDue(core)).toMatchObject({ dispatched: 2, more: true });
    expect(await dispatchDue(core)).toMatchObject({ dispatched: 1, more: false });
    for (const [index, totalItems] of [2_401, 2_401, 5_101].entries())
      expect(await executionsOf(ids[index]!)).toMatchObject([{ totalItems }]);
  });

  test('sets the next run of each schedule in a batch, and counts only runs that start', async () => {
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
    await backdate(workspace, missed, hoursAgo(2.5));

    expect(await dispatchDue(core)).toMatchObject({ dispatched: 4, more: false });
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

  test('completes a ONCE schedule after its run', async () => {
    const schedule = await createSchedule(workspace.core, {
      name: 'once',
      schedule: { type: 'ONCE', firstRunAt: new Date().toISOString() },
    });
    await dispatchAll(workspace);
    expect(await getSchedule(workspace.core, { scheduleId: schedule.id })).toMatchObject({
      status: 'COMPLETED',
      nextRunAt: null,
    });
    expect(await executionsOf(schedule.id)).toHaveLength(1);
  });

  test('completes a schedule after `maxRuns` runs', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date(), { policy: { maxRuns: 1 } }));
    await dispatchAll(workspace);
    expect(await getSchedule(workspace.core, { scheduleId: schedule.id })).toMatchObject({
      status: 'COMPLETED',
      nextRunAt: null,
    });
  });

  test('does not count a scheduled time twice if a new timing includes it again', async () => {
    const { core, db } = workspace;
    const { schedule, ...rest } = hourly(new Date(), {
      items: [item()],
      policy: { maxRuns: 2, overlap: 'allow' },
    });
    const { id } = await createSchedule(core, { ...rest, schedule });
    await dispatchAll(workspace);
    const changes = { schedule: { ...schedule, intervalValue: 2 } };
    const changed = await updateSchedule(core, { scheduleId: id, changes });
    expect(Date.parse(changed.nextRunAt!)).toBeLessThan(Date.now());
    expect(await dispatchDue(core)).toMatchObject({ dispatched: 1, lagsMs: [] });
    expect(await executionsOf(id)).toHaveLength(1);
    expect(await getSchedule(core, { scheduleId: id })).toMatchObject({ status: 'ACTIVE' });
    const [row] = await db.orm.execute(`select runs from schedules where id = ${id}`);
    expect(row).toEqual({ runs: 1 });
  });

  test('catches up on missed runs with one run, and records their number', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date(), { items: [item()] }));
    await backdate(workspace, schedule.id, hoursAgo(5.5));
    await dispatchAll(workspace);
    const executions = await executionsOf(schedule.id);
    expect(executions).toHaveLength(1);
    expect(executions[0]).toMatchObject({ status: 'PROCESSING', totalItems: 1 });
    expect(await reasonOf(executions[0]!.id)).toMatch(/^5 earlier runs were missed/);
  });

  test('records missed runs as skipped when the policy skips them', async () => {
    const schedule = await createSchedule(
      workspace.core,
      hourly(new Date(), { items: [item()], policy: { missedRuns: 'skip' } }),
    );
    await backdate(workspace, schedule.id, hoursAgo(2.5));
    await dispatchAll(workspace);
    const [execution] = await executionsOf(schedule.id);
    expect(execution).toMatchObject({ status: 'FAILED', totalItems: 0 });
    expect(await reasonOf(execution!.id)).toMatch(/Skipped: the run was missed.*2 earlier runs were missed/);
  });

  test('counts a run as missed only after startingDeadlineSeconds', async () => {
    const policy = { missedRuns: 'skip' as const, startingDeadlineSeconds: 1_800 };
    const missed = await createSchedule(workspace.core, hourly(new Date(), { items: [item()], policy }));
    const late = await createSchedule(workspace.core, hourly(new Date(), { items: [item()], policy }));
    await backdate(workspace, missed.id, hoursAgo(40 / 60));
    await backdate(workspace, late.id, hoursAgo(20 / 60));
    await dispatchAll(workspace);
    expect((await executionsOf(missed.id))[0]).toMatchObject({ status: 'FAILED', totalItems: 0 });
    expect((await executionsOf(late.id))[0]).toMatchObject({ status: 'PROCESSING', totalItems: 1 });
  });

  test('completes a schedule after the run at endsAt', async () => {
    const first = new Date();
    const endsAt = new Date(first.getTime() + 3_600_000);
    const schedule = await createSchedule(
      workspace.core,
      hourly(first, { policy: { endsAt: endsAt.toISOString() } }),
    );
    await dispatchAll(workspace);
    const between = await getSchedule(workspace.core, { scheduleId: schedule.id });
    expect(between).toMatchObject({ status: 'ACTIVE', nextRunAt: endsAt.toISOString() });
    await workspace.db.orm.execute(
      `update schedules set first_run_at = first_run_at - interval '1 hour', next_run_at = next_run_at - interval '1 hour',
        ends_at = ends_at - interval '1 hour' where id = ${schedule.id}`,
    );
    await workspace.db.orm.execute(
      `update schedule_executions set scheduled_for = scheduled_for - interval '1 hour' where schedule_id = ${schedule.id}`,
    );
    await dispatchAll(workspace);
    expect(await getSchedule(workspace.core, { scheduleId: schedule.id })).toMatchObject({
      status: 'COMPLETED',
      nextRunAt: null,
    });
    expect(await executionsOf(schedule.id)).toHaveLength(2);
  });

  test('skips a run that overlaps the previous one, unless the policy allows it', async () => {
    const skipping = await createSchedule(workspace.core, hourly(new Date(), { items: [item()] }));
    const allowing = await createSchedule(
      workspace.core,
      hourly(new Date(), { items: [item()], policy: { overlap: 'allow' } }),
    );
    await dispatchAll(workspace);
    for (const { id } of [skipping, allowing])
      await backdate(workspace, id, new Date(Date.now() - 3_600_000));
    await dispatchAll(workspace);
    const [skipped] = await executionsOf(skipping.id);
    expect(skipped).toMatchObject({ status: 'FAILED', totalItems: 0 });
    expect(await reasonOf(skipped!.id)).toMatch(/^Skipped: the previous run was still active\./);
    expect((await executionsOf(allowing.id)).map((one) => one.status)).toEqual(['PROCESSING', 'PROCESSING']);
  });

  test("reports how long the previous run's captures waited to start", async () => {
    const waiting = await createSchedule(
      workspace.core,
      hourly(new Date(), { items: [item('a'), item('b')] }),
    );
    const started = await createSchedule(workspace.core, hourly(new Date(), { items: [item('c')] }));
    await dispatchAll(workspace);
    await workspace.db.orm.execute(`update captures set release_at = release_at - interval '400 seconds',
      started_at = case when url like '%c' then release_at - interval '100 seconds' end,
      attempt_token = case when url like '%c' then gen_random_uuid() end, enqueued_at = case when url like '%c' then now() end
      from screenshots where id = screenshot_id`);
    for (const { id } of [waiting, started]) await backdate(workspace, id, new Date(Date.now() - 3_600_000));
    await dispatchAll(workspace);
    const [behind] = await executionsOf(waiting.id);
    expect(await reasonOf(behind!.id)).toMatch(
      /^Skipped: the previous run was still active\. Its captures waited 4\d\d s to start\. 1 earlier run/,
    );
    const [late] = await executionsOf(started.id);
    expect(await reasonOf(late!.id)).toContain('Its captures waited 300 s to start.');
  });

  test('does not run a deleted schedule', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date(), { items: [item()] }));
    await deleteSchedule(workspace.core, { scheduleId: schedule.id });
    await dispatchAll(workspace);
    const [row] = await workspace.db.orm.execute<{ count: string }>(
      `select count(*) from schedule_executions where schedule_id = ${schedule.id}`,
    );
    expect(Number(row!.count)).toBe(0);
    await expect(getSchedule(workspace.core, { scheduleId: schedule.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test("adds a schedule's constant jitter to its grid", async () => {
    const first = new Date(Date.now() + 3_600_000);
    const schedule = await createSchedule(workspace.core, hourly(first, { policy: { jitterSeconds: 600 } }));
    const jitter = Date.parse(schedule.nextRunAt!) - first.getTime();
    expect(jitter).toBeGreaterThanOrEqual(0);
    expect(jitter).toBeLessThan(600_000);
    await workspace.db.orm.execute(
      `update schedules set first_run_at = first_run_at - interval '2 hours', next_run_at = next_run_at - interval '2 hours' where id = ${schedule.id}`,
    );
    await dispatchAll(workspace);
    const after = await getSchedule(workspace.core, { scheduleId: schedule.id });
    expect(Math.abs(Date.parse(after.nextRunAt!) - first.getTime() - jitter) % 3_600_000).toBe(0);
  });
});

describe('a batch that fails', () => {
  /** Makes inserts of screenshots whose URL contains `fault` fail with this error code. */
  const failWith = (code: string) =>
    workspace.db.orm.execute(`
      create or replace function fail() returns trigger language plpgsql as $$ begin
        raise exception 'refused' using errcode = '${code}'; end $$;
      create or replace trigger fail before insert on screenshots for each row when (new.url like '%/fault') execute function fail()`);
  afterEach(async () => {
    await workspace.db.orm.execute('drop trigger if exists fail on screenshots');
  });
  const createAll = async (paths: string[]) => {
    const ids: number[] = [];
    for (const path of paths)
      ids.push((await createSchedule(workspace.core, hourly(hoursAgo(0), { items: [item(path)] }))).id);
    return ids;
  };
  /** Dispatches until no schedule is due or postponed. Returns the failures, except those of divided batches. */
  const dispatchWithFailures = async () => {
    const dispatcher = createDispatcher(workspace.core, { retryDelayMs: 0, slowMs: null });
    const failures: DispatchFailure[] = [];
    for (let isDone = false; !isDone; ) {
      const { more, failure } = await dispatcher.dispatch();
      if (failure && failure.outcome !== 'divided') failures.push(failure);
      isDone = !more && dispatcher.msUntilRetry() === null;
    }
    return failures;
  };
  const policyOf = async (scheduleId: number) =>
    (await getSchedule(workspace.core, { scheduleId, expand: new Set(['policy', 'upcomingRuns'] as const) }))
      .policy;

  test('pauses a schedule that cannot run, records its run, and dispatches the other schedules', async () => {
    await failWith('22000');
    const ids = await createAll(['a', 'fault', 'b', 'c', 'd']);
    const zone = ids[3]!;
    await workspace.db.orm.execute(
      `update schedules set timezone = 'Mars/Olympus', interval_unit = 'DAYS' where id = ${zone}`,
    );

    const failures = await dispatchWithFailures();
    expect(failures.map(({ scheduleIds, outcome }) => [...scheduleIds, outcome]).sort()).toEqual([
      [ids[1], 'paused'],
      [zone, 'paused'],
    ]);
    for (const id of [ids[0]!, ids[2]!, ids[4]!])
      expect(await executionsOf(id)).toMatchObject([{ status: 'PROCESSING', totalItems: 1 }]);
    for (const id of [ids[1]!, zone]) {
      expect(await policyOf(id)).toMatchObject({ pausedAt: expect.any(String), pauseReason: 'ERROR' });
      expect(await executionsOf(id)).toMatchObject([{ status: 'FAILED', totalItems: 0 }]);
    }
    const [skipped] = await executionsOf(zone);
    expect(await reasonOf(skipped!.id)).toBe(
      'Skipped: the run could not be started, and the schedule was paused. The time zone Mars/Olympus is unknown.',
    );
    await expect(resumeSchedule(workspace.core, { scheduleId: zone })).rejects.toMatchObject({
      code: 'conflict',
    });
    await updateSchedule(workspace.core, { scheduleId: zone, changes: { policy: { timezone: 'UTC' } } });
    const resumed = await resumeSchedule(workspace.core, { scheduleId: zone });
    expect(resumed.nextRunAt).not.toBeNull();
  });

  test.each([
    ['a deadlock', '40P01'],
    ['a time limit', '57014'],
  ])(
    'does not pause a schedule because of %s, but skips its run after several attempts',
    async (_name, code) => {
      await failWith(code);
      const ids = await createAll(['fault', 'a', 'b']);
      const failures = await dispatchWithFailures();
      expect(failures.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('postponed'), 'skipped']);
      expect(await policyOf(ids[0]!)).toMatchObject({ pausedAt: null, pauseReason: null });
      const [skipped] = await executionsOf(ids[0]!);
      expect(skipped).toMatchObject({ status: 'FAILED', totalItems: 0 });
      expect(await reasonOf(skipped!.id)).toMatch(
        /^Skipped: the run could not be started\. The database failed/,
      );
      for (const id of ids.slice(1)) expect(await executionsOf(id)).toMatchObject([{ status: 'PROCESSING' }]);
    },
  );

  test('postpones a schedule during a fault that it did not cause', async () => {
    await failWith('53100');
    const [id] = await createAll(['fault']);
    const dispatcher = createDispatcher(workspace.core, { retryDelayMs: 0, slowMs: null });
    for (let n = 0; n < 8; n += 1)
      expect((await dispatcher.dispatch()).failure).toMatchObject({ outcome: 'postponed' });
    await workspace.db.orm.execute('drop trigger fail on screenshots');
    expect(await dispatcher.dispatch()).toMatchObject({ dispatched: 1 });
    expect(await executionsOf(id!)).toMatchObject([{ status: 'PROCESSING' }]);
  });
});

test('a batch that is waiting for a lock does not delay other schedules', async () => {
  const { core, db } = workspace;
  const other = await newAccount(workspace);
  const dispatcher = createDispatcher(core, { slowMs: 50 });
  const policy = { detectChanges: true };
  const blocked = await createSchedule(other, hourly(hoursAgo(0), { items: [item()], policy }));
  const unlock = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const locking = db.transaction(async (tx) => {
    await tx.execute(`insert into wallets (account_id, balance) values (${other.accountId}, 100)`);
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  expect(await dispatcher.dispatch()).toMatchObject({ dispatched: 0, more: true });
  expect(dispatcher.hasResult()).toBe(false);
  const { id } = await createSchedule(core, hourly(hoursAgo(0), { items: [item()] }));
  // A slow machine may need more attempts, because this batch may also take longer than 50 ms.
  await eventually(
    async () => {
      await dispatcher.dispatch();
      return (await executionsOf(id)).length === 1;
    },
    { what: 'the other schedule to be dispatched' },
  );
  unlock.resolve();
  await locking;
  await dispatcher.finished();
  expect(dispatcher.hasResult()).toBe(true);
  const executions = await listExecutions(other, { scheduleId: blocked.id, ...newestFirst });
  expect(executions.content).toMatchObject([{ status: 'PROCESSING', totalItems: 1 }]);
});
