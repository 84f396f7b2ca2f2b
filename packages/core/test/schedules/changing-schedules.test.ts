import { describe, expect, test } from 'vitest';
import { createSchedule, getSchedule, runSchedule, updateSchedule } from '../../src/index.ts';
import { hourly, item, openWorkspaceForFile } from '../workspace.fixture.ts';
import { backdate, dispatchAll, hoursAgo } from './dispatch.fixture.ts';

const workspace = openWorkspaceForFile();

describe('a manual run', () => {
  test('gets its own execution and does not change the next run', async () => {
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

describe('maxRuns', () => {
  test('does not count manual runs', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000);
    const schedule = await createSchedule(workspace.core, hourly(inAnHour, { policy: { maxRuns: 1 } }));
    for (let run = 0; run < 3; run += 1) await runSchedule(workspace.core, { scheduleId: schedule.id });
    const after = await getSchedule(workspace.core, {
      scheduleId: schedule.id,
      expand: new Set(['upcomingRuns'] as const),
    });
    expect(after).toMatchObject({ status: 'ACTIVE', upcomingRuns: [inAnHour.toISOString()] });
  });

  test('does not count skipped runs', async () => {
    const schedule = await createSchedule(
      workspace.core,
      hourly(new Date(), { policy: { maxRuns: 1, missedRuns: 'skip' } }),
    );
    await backdate(workspace, schedule.id, hoursAgo(0.5));
    await dispatchAll(workspace);
    expect(await getSchedule(workspace.core, { scheduleId: schedule.id })).toMatchObject({
      status: 'ACTIVE',
      nextRunAt: expect.any(String),
    });
  });
});

describe('updating a schedule', () => {
  test('recomputes the next run for a new timing, and reactivates a completed schedule', async () => {
    const schedule = await createSchedule(workspace.core, {
      name: 'once',
      schedule: { type: 'ONCE', firstRunAt: new Date().toISOString() },
    });
    await dispatchAll(workspace);
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const changed = await updateSchedule(workspace.core, {
      scheduleId: schedule.id,
      changes: { schedule: { type: 'ONCE', firstRunAt: at } },
    });
    expect(changed).toMatchObject({ status: 'ACTIVE', nextRunAt: at });
  });

  test('does not repeat past runs if only the policy changes', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date()));
    await dispatchAll(workspace);
    const before = await getSchedule(workspace.core, { scheduleId: schedule.id });
    const changed = await updateSchedule(workspace.core, {
      scheduleId: schedule.id,
      changes: { policy: { overlap: 'allow' } },
    });
    expect(changed.nextRunAt).toBe(before.nextRunAt);
  });

  test('recomputes the next run from the current time when the time zone changes, even if the run then comes earlier', async () => {
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

  test('keeps the next run if only the name changes', async () => {
    const schedule = await createSchedule(workspace.core, hourly(new Date(Date.now() + 60_000)));
    const changed = await updateSchedule(workspace.core, {
      scheduleId: schedule.id,
      changes: { name: 'other' },
    });
    expect(changed).toMatchObject({ name: 'other', nextRunAt: schedule.nextRunAt });
  });
});
