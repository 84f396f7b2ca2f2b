import { eventually } from '@shotclock/testing';
import { describe, expect, test } from 'vitest';
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  recoverLost,
  resumeSchedule,
  runSchedule,
  updateSchedule,
} from '../../src/index.ts';
import { dispatchDue } from '../dispatch-due.fixture.ts';
import { claimAll, type SettledAs, settleAs } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, openWorkspaceForEachTest } from '../workspace.fixture.ts';

const workspace = openWorkspaceForEachTest();

const expand = new Set(['policy'] as const);
const read = (scheduleId: number) => getSchedule(workspace.core, { scheduleId, expand });
const sql = (text: string) => workspace.db.orm.execute(text);
const dispatch = () => dispatchDue(workspace.core);
const failuresOf = async (scheduleId: number) =>
  (await sql(`select failures_in_a_row from schedules where id = ${scheduleId}`))[0]!.failures_in_a_row;

async function createAutoPausingSchedule(after: number | null, paths = ['a']) {
  const policy = { autoPauseAfterFailures: after, overlap: 'allow' as const };
  return createSchedule(workspace.core, hourly(inAnHour(), { items: paths.map(item), policy }));
}

let runs = 0;
/** Makes the schedule due again at a different scheduled time, and dispatches its run. */
async function dispatchRun(scheduleId: number) {
  runs += 1;
  await sql(
    `update schedules set first_run_at = now() - interval '30 seconds' - ${runs} * interval '1 millisecond',
      next_run_at = now() - interval '30 seconds' - ${runs} * interval '1 millisecond' where id = ${scheduleId}`,
  );
  await dispatch();
}

/** Settles all pending captures, in ID order. */
async function settleAll(outcomes: SettledAs[]) {
  const claims = await claimAll(workspace);
  expect(claims).toHaveLength(outcomes.length);
  for (const [index, claim] of claims.entries()) await settleAs(workspace, claim, outcomes[index]!);
}

describe('autoPauseAfterFailures', () => {
  test('pauses the schedule after this number of consecutive failed runs', async () => {
    const { id } = await createAutoPausingSchedule(2);
    await dispatchRun(id);
    await settleAll(['fails']);
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', nextRunAt: expect.any(String) });
    await dispatchRun(id);
    await settleAll(['fails']);
    const paused = await read(id);
    expect(paused).toMatchObject({ status: 'ACTIVE', nextRunAt: null });
    expect(paused.policy).toMatchObject({ pausedAt: expect.any(String), pauseReason: 'FAILURES' });
    expect(Date.parse(paused.updatedAt)).toBeGreaterThanOrEqual(Date.parse(paused.policy!.pausedAt!) - 5);
  });

  test('resets the count after a run in which an item succeeded', async () => {
    const { id } = await createAutoPausingSchedule(2, ['a', 'b']);
    await dispatchRun(id);
    await settleAll(['fails', 'fails']);
    expect(await failuresOf(id)).toBe(1);
    await dispatchRun(id);
    await settleAll(['succeeds', 'fails']);
    expect(await failuresOf(id)).toBe(0);
    await dispatchRun(id);
    await settleAll(['fails', 'fails']);
    expect(await read(id)).toMatchObject({ nextRunAt: expect.any(String) });
  });

  test('counts a run only once, when its last item settles', async () => {
    const { id } = await createAutoPausingSchedule(5, ['a', 'b', 'c']);
    await dispatchRun(id);
    await settleAll(['fails', 'fails', 'fails']);
    expect(await failuresOf(id)).toBe(1);
  });

  test('resets the count after a run without items', async () => {
    const { id } = await createAutoPausingSchedule(5, []);
    await sql(`update schedules set failures_in_a_row = 3 where id = ${id}`);
    await dispatchRun(id);
    expect(await failuresOf(id)).toBe(0);
  });

  test('does not count manual runs', async () => {
    const { id } = await createAutoPausingSchedule(1);
    await runSchedule(workspace.core, { scheduleId: id });
    await settleAll(['fails']);
    expect((await read(id)).policy).toMatchObject({ pausedAt: null });
    expect(await failuresOf(id)).toBe(0);
  });

  test('does not count skipped runs', async () => {
    const { id } = await createAutoPausingSchedule(1);
    await updateSchedule(workspace.core, { scheduleId: id, changes: { policy: { overlap: 'skip' } } });
    await dispatchRun(id);
    await dispatchRun(id);
    expect(await failuresOf(id)).toBe(0);
    expect((await read(id)).policy).toMatchObject({ pausedAt: null });
  });

  test('counts failed runs but does not pause the schedule while the field is null', async () => {
    const { id } = await createAutoPausingSchedule(null);
    await dispatchRun(id);
    await settleAll(['fails']);
    expect(await read(id)).toMatchObject({ nextRunAt: expect.any(String) });
    expect(await failuresOf(id)).toBe(1);
  });

  test('does not pause a completed or deleted schedule', async () => {
    const completed = await createAutoPausingSchedule(1);
    await updateSchedule(workspace.core, { scheduleId: completed.id, changes: { policy: { maxRuns: 1 } } });
    await dispatchRun(completed.id);
    await settleAll(['fails']);
    expect(await read(completed.id)).toMatchObject({ status: 'COMPLETED', policy: { pausedAt: null } });

    const deleted = await createAutoPausingSchedule(1);
    await dispatchRun(deleted.id);
    await deleteSchedule(workspace.core, { scheduleId: deleted.id });
    await settleAll(['fails']);
    const [row] = await sql(`select paused_at from schedules where id = ${deleted.id}`);
    expect(row).toEqual({ paused_at: null });
  });

  test('resets the count when the schedule is resumed', async () => {
    const { id } = await createAutoPausingSchedule(1);
    await dispatchRun(id);
    await settleAll(['fails']);
    await resumeSchedule(workspace.core, { scheduleId: id });
    expect(await read(id)).toMatchObject({ nextRunAt: expect.any(String), policy: { pausedAt: null } });
    expect(await failuresOf(id)).toBe(0);
  });
});

describe('captures whose leases expired', () => {
  test('are recovered without locking the schedule while waiting for an execution', async () => {
    const { id } = await createAutoPausingSchedule(1_000);
    for (let run = 0; run < 2; run += 1) await dispatchRun(id);
    await claimAll(workspace);
    await sql(
      `update captures set lease_expires_at = now() - interval '1 minute' + screenshot_id * interval '1 second', attempts_left = 1, lost_workers = 1`,
    );
    let recovered: Promise<unknown> | undefined;
    // Another worker settles a capture of the second execution: it has locked the execution and will lock the schedule
    // next.
    await workspace.db.transaction(async (tx) => {
      await tx.execute('select 1 from schedule_executions order by id desc limit 1 for update');
      recovered = recoverLost({ db: workspace.db });
      const isWaiting = async () => {
        const waiting = await sql(
          `select 1 from pg_locks l join pg_stat_activity a using (pid)
            where not l.granted and a.datname = current_database()`,
        );
        return waiting.length > 0;
      };
      await eventually(isWaiting, { what: 'the recovery to wait for the second execution' });
      await tx.execute(`select 1 from schedules where id = ${id} for update`);
    });
    expect(await recovered).toEqual({ retried: 0, failed: 2, failures: [], unclaimed: 0 });
    expect(await failuresOf(id)).toBe(2);
  });
});
