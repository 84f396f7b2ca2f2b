import { describe, expect, test } from 'vitest';
import {
  addItems,
  createSchedule,
  deleteSchedule,
  getSchedule,
  listExecutions,
  pauseSchedule,
  resumeSchedule,
  runSchedule,
  updateSchedule,
} from '../../src/index.ts';
import { dispatchDue } from '../dispatch-due.fixture.ts';
import { hourly, item, openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();

const hourMs = 3_600_000;
const policyOnly = new Set(['policy'] as const);
const dispatch = () => dispatchDue(workspace.core);
const executionsOf = async (scheduleId: number) =>
  (
    await listExecutions(workspace.core, {
      scheduleId,
      page: 0,
      size: 50,
      sort: { field: 'id', direction: 'asc' },
    })
  ).content;
const read = (scheduleId: number) => getSchedule(workspace.core, { scheduleId, expand: policyOnly });
const pause = (scheduleId: number) => pauseSchedule(workspace.core, { scheduleId, expand: policyOnly });
const resume = (scheduleId: number) => resumeSchedule(workspace.core, { scheduleId, expand: policyOnly });
const change = (scheduleId: number, set: string) =>
  workspace.db.orm.execute(`update schedules set ${set} where id = ${scheduleId}`);

describe('a paused schedule', () => {
  test('is ACTIVE and has a null nextRunAt, and the policy expansion shows when and why it was paused', async () => {
    const { id } = await createSchedule(workspace.core, hourly(new Date(Date.now() + hourMs)));
    const before = Date.now();
    expect((await read(id)).policy).toMatchObject({ pausedAt: null, pauseReason: null });
    const paused = await pause(id);
    expect(paused).toMatchObject({ id, status: 'ACTIVE', nextRunAt: null });
    expect(paused.policy).toMatchObject({ pauseReason: 'REQUESTED' });
    expect(Math.abs(Date.parse(paused.policy!.pausedAt!) - before)).toBeLessThan(10_000);
    expect(await read(id)).toStrictEqual(paused);
  });

  test('keeps its pausedAt and pauseReason if it is paused again', async () => {
    const { id } = await createSchedule(workspace.core, hourly(new Date(Date.now() + hourMs)));
    await pause(id);
    await change(id, `paused_at = '2026-01-01T00:00:00Z', pause_reason = 'FAILURES'`);
    expect((await pause(id)).policy).toMatchObject({
      pausedAt: '2026-01-01T00:00:00.000Z',
      pauseReason: 'FAILURES',
    });
  });

  test('can have manual runs but no scheduled runs', async () => {
    const { id } = await createSchedule(workspace.core, hourly(new Date(), { items: [item()] }));
    await pause(id);
    await dispatch();
    expect(await executionsOf(id)).toEqual([]);
    expect(await runSchedule(workspace.core, { scheduleId: id })).toMatchObject({ totalItems: 1 });
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', nextRunAt: null });
  });

  test('accepts items and updates, and remains paused', async () => {
    const { id } = await createSchedule(workspace.core, hourly(new Date(Date.now() + hourMs)));
    const { policy } = await pause(id);
    expect(await addItems(workspace.core, { scheduleId: id, items: [item()] })).toHaveLength(1);
    const firstRunAt = new Date(Date.now() + 2 * hourMs).toISOString();
    const changed = await updateSchedule(workspace.core, {
      scheduleId: id,
      changes: { name: 'later', schedule: { type: 'ONCE', firstRunAt }, policy: { overlap: 'allow' } },
      expand: policyOnly,
    });
    expect(changed).toMatchObject({ name: 'later', status: 'ACTIVE', nextRunAt: null });
    expect(changed.policy).toMatchObject({ pausedAt: policy!.pausedAt, overlap: 'allow' });
    expect(await resume(id)).toMatchObject({ status: 'ACTIVE', nextRunAt: firstRunAt });
  });

  test('can be deleted', async () => {
    const { id } = await createSchedule(workspace.core, hourly(new Date()));
    await pause(id);
    await deleteSchedule(workspace.core, { scheduleId: id });
    await expect(resume(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(pause(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('remains consistent if a dispatch races with the pause', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 25; n += 1)
      ids.push((await createSchedule(workspace.core, hourly(new Date(), { items: [item()] }))).id);
    await Promise.all([...ids.map(pause), dispatch(), dispatch()]);
    await dispatch();
    for (const id of ids) {
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', nextRunAt: null });
      const executions = await executionsOf(id);
      expect(executions.length).toBeLessThanOrEqual(1);
      for (const one of executions) expect(one).toMatchObject({ totalItems: 1, status: 'PROCESSING' });
    }
  });
});

describe('resuming a schedule', () => {
  test('continues with the next run on the grid and does not catch up on runs from the pause', async () => {
    const first = new Date(Date.now() - 5.5 * hourMs);
    const { id } = await createSchedule(workspace.core, hourly(new Date(Date.now() + hourMs)));
    await pause(id);
    await change(id, `first_run_at = '${first.toISOString()}', paused_at = '${first.toISOString()}'`);
    const resumed = await resume(id);
    expect(resumed).toMatchObject({
      status: 'ACTIVE',
      nextRunAt: new Date(first.getTime() + 6 * hourMs).toISOString(),
    });
    expect(resumed.policy).toMatchObject({ pausedAt: null, pauseReason: null });
    await dispatch();
    expect(await executionsOf(id)).toEqual([]);
  });

  test('completes a ONCE schedule whose time has passed', async () => {
    const schedule = { type: 'ONCE' as const, firstRunAt: new Date().toISOString() };
    const { id } = await createSchedule(workspace.core, { name: 'once', schedule });
    await pause(id);
    const resumed = await resume(id);
    expect(resumed).toMatchObject({ status: 'COMPLETED', nextRunAt: null });
    expect(resumed.policy).toMatchObject({ pausedAt: null, pauseReason: null });
    await dispatch();
    expect(await executionsOf(id)).toEqual([]);
  });

  test('completes a schedule whose endsAt passed during the pause', async () => {
    const { id } = await createSchedule(workspace.core, hourly(new Date()));
    await pause(id);
    await change(id, `ends_at = now() + interval '1 second'`);
    expect(await resume(id)).toMatchObject({ status: 'COMPLETED', nextRunAt: null });
  });

  test('resets the count of failures', async () => {
    const { id } = await createSchedule(workspace.core, hourly(new Date(Date.now() + hourMs)));
    await pause(id);
    await change(id, 'failures_in_a_row = 7');
    await resume(id);
    const [row] = await workspace.db.orm.execute(`select failures_in_a_row from schedules where id = ${id}`);
    expect(row).toEqual({ failures_in_a_row: 0 });
  });

  test('does not change a schedule that is not paused', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date(Date.now() + hourMs)));
    expect(await resumeSchedule(workspace.core, { scheduleId: schedule.id })).toStrictEqual(schedule);
  });
});

describe('a completed schedule', () => {
  test('can be neither paused nor resumed, but accepts items', async () => {
    const schedule = { type: 'ONCE' as const, firstRunAt: new Date().toISOString() };
    const { id } = await createSchedule(workspace.core, { name: 'once', schedule });
    await dispatch();
    expect(await read(id)).toMatchObject({ status: 'COMPLETED' });
    await expect(pause(id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(resume(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await addItems(workspace.core, { scheduleId: id, items: [item()] })).toHaveLength(1);
  });
});
