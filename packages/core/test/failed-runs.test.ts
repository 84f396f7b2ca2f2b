import { eventually } from '@shotclock/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  claimScreenshot,
  createSchedule,
  deleteSchedule,
  dispatchDue,
  failAttempt,
  getSchedule,
  recoverLost,
  releaseCaptures,
  resumeSchedule,
  runSchedule,
  settleSuccess,
  storeCapture,
  updateSchedule,
} from '../src/index.ts';
import { hourly, item, openWorkspace, type Workspace } from './workspace.ts';

let workspace: Workspace;
beforeEach(async () => {
  workspace = await openWorkspace();
});
afterEach(() => workspace.close());

const failure = { code: 'unreachable', description: 'Nobody answers.', retryable: false };
const expand = new Set(['policy'] as const);
const read = (scheduleId: number) => getSchedule(workspace.core, { scheduleId, expand });
const sql = (text: string) => workspace.db.orm.execute(text);
const dispatch = () => dispatchDue({ db: workspace.db, captureAttempts: 3, contentCheckPrice: 1 });
const failuresOf = async (scheduleId: number) =>
  (await sql(`select failures_in_a_row from schedules where id = ${scheduleId}`))[0]!.failures_in_a_row;

async function scheduleThatPauses(after: number | null, paths = ['a']) {
  const policy = { autoPauseAfterFailures: after, overlap: 'allow' as const };
  const inAnHour = new Date(Date.now() + 3_600_000);
  return createSchedule(workspace.core, hourly(inAnHour, { items: paths.map(item), policy }));
}

/** Makes the schedule due again, an hour further on its grid than the run before. */
let turn = 0;
async function runByTime(scheduleId: number) {
  turn += 1;
  await sql(
    `update schedules set first_run_at = now() - interval '30 seconds' - ${turn} * interval '1 millisecond',
      next_run_at = now() - interval '30 seconds' - ${turn} * interval '1 millisecond' where id = ${scheduleId}`,
  );
  await dispatch();
}

/** Settles every waiting capture, in the order of their ids. */
async function settleAll(outcomes: ('fails' | 'succeeds')[]) {
  const jobs: { screenshotId: number; attempt: number }[] = [];
  await releaseCaptures(
    { db: workspace.db, enqueue: async (released) => void jobs.push(...released) },
    { window: 100 },
  );
  jobs.sort((a, b) => a.screenshotId - b.screenshotId);
  expect(jobs).toHaveLength(outcomes.length);
  for (const [index, job] of jobs.entries()) {
    const claim = (await claimScreenshot(workspace.work, job))!;
    if (outcomes[index] === 'fails') {
      await failAttempt(workspace.work, claim, failure);
      continue;
    }
    const image = { body: Buffer.from('an image'), contentType: 'image/png' };
    const stored = await storeCapture(workspace.work.objects, {
      image,
      thumbnail: null,
      html: null,
      text: null,
    });
    await settleSuccess(workspace.work, claim, { ...stored, description: null });
  }
}

describe('autoPauseAfterFailures', () => {
  it('pauses the schedule when so many of its runs in a row have failed', async () => {
    const { id } = await scheduleThatPauses(2);
    await runByTime(id);
    await settleAll(['fails']);
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', nextRunAt: expect.any(String) });
    await runByTime(id);
    await settleAll(['fails']);
    const paused = await read(id);
    expect(paused).toMatchObject({ status: 'ACTIVE', nextRunAt: null });
    expect(paused.policy).toMatchObject({ pausedAt: expect.any(String), pauseReason: 'FAILURES' });
    expect(Date.parse(paused.updatedAt)).toBeGreaterThanOrEqual(Date.parse(paused.policy!.pausedAt!) - 5);
  });

  it('begins anew after a run of which one item succeeded', async () => {
    const { id } = await scheduleThatPauses(2, ['a', 'b']);
    await runByTime(id);
    await settleAll(['fails', 'fails']);
    expect(await failuresOf(id)).toBe(1);
    await runByTime(id);
    await settleAll(['succeeds', 'fails']);
    expect(await failuresOf(id)).toBe(0);
    await runByTime(id);
    await settleAll(['fails', 'fails']);
    expect(await read(id)).toMatchObject({ nextRunAt: expect.any(String) });
  });

  it('counts a run once, when its last item is settled', async () => {
    const { id } = await scheduleThatPauses(5, ['a', 'b', 'c']);
    await runByTime(id);
    await settleAll(['fails', 'fails', 'fails']);
    expect(await failuresOf(id)).toBe(1);
  });

  it('begins anew after a run that had no items', async () => {
    const { id } = await scheduleThatPauses(5, []);
    await sql(`update schedules set failures_in_a_row = 3 where id = ${id}`);
    await runByTime(id);
    expect(await failuresOf(id)).toBe(0);
  });

  it('does not count runs by hand', async () => {
    const { id } = await scheduleThatPauses(1);
    await runSchedule(workspace.core, { scheduleId: id });
    await settleAll(['fails']);
    expect((await read(id)).policy).toMatchObject({ pausedAt: null });
    expect(await failuresOf(id)).toBe(0);
  });

  it('does not count runs that were skipped', async () => {
    const { id } = await scheduleThatPauses(1);
    await updateSchedule(workspace.core, { scheduleId: id, changes: { policy: { overlap: 'skip' } } });
    await runByTime(id);
    await runByTime(id);
    expect(await failuresOf(id)).toBe(0);
    expect((await read(id)).policy).toMatchObject({ pausedAt: null });
  });

  it('pauses nothing while it is null, and counts all the same', async () => {
    const { id } = await scheduleThatPauses(null);
    await runByTime(id);
    await settleAll(['fails']);
    expect(await read(id)).toMatchObject({ nextRunAt: expect.any(String) });
    expect(await failuresOf(id)).toBe(1);
  });

  it('pauses no schedule that is completed or deleted', async () => {
    const completed = await scheduleThatPauses(1);
    await updateSchedule(workspace.core, { scheduleId: completed.id, changes: { policy: { maxRuns: 1 } } });
    await runByTime(completed.id);
    await settleAll(['fails']);
    expect(await read(completed.id)).toMatchObject({ status: 'COMPLETED', policy: { pausedAt: null } });

    const deleted = await scheduleThatPauses(1);
    await runByTime(deleted.id);
    await deleteSchedule(workspace.core, { scheduleId: deleted.id });
    await settleAll(['fails']);
    const [row] = await sql(`select paused_at from schedules where id = ${deleted.id}`);
    expect(row).toEqual({ paused_at: null });
  });

  it('counts from 0 after the schedule was resumed', async () => {
    const { id } = await scheduleThatPauses(1);
    await runByTime(id);
    await settleAll(['fails']);
    await resumeSchedule(workspace.core, { scheduleId: id });
    expect(await read(id)).toMatchObject({ nextRunAt: expect.any(String), policy: { pausedAt: null } });
    expect(await failuresOf(id)).toBe(0);
  });
});

describe('captures that lost their workers', () => {
  it('are recovered without holding a schedule while they wait for an execution', async () => {
    const { id } = await scheduleThatPauses(1_000);
    for (let run = 0; run < 2; run += 1) await runByTime(id);
    const jobs: { screenshotId: number; attempt: number }[] = [];
    await releaseCaptures(
      { db: workspace.db, enqueue: async (released) => void jobs.push(...released) },
      { window: 100 },
    );
    for (const job of jobs) await claimScreenshot(workspace.work, job);
    await sql(
      `update screenshots set lease_expires_at = now() - interval '1 minute' + id * interval '1 second', attempts_left = 1`,
    );
    let recovered: Promise<number> | undefined;
    // Another settles a capture of the second execution: it has that row, and comes for the schedule's.
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
      await eventually(isWaiting, { what: 'the recovery comes for the second execution' });
      await tx.execute(`select 1 from schedules where id = ${id} for update`);
    });
    expect(await recovered).toBe(2);
    expect(await failuresOf(id)).toBe(2);
  });
});
