import { type Database, migrate, openDatabase } from '@shotclock/db';
import { createDatabase, type TestDatabase } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CoreContext, createSchedule, getSchedule } from '../../src/index.ts';
import { dispatchDue } from '../dispatch-due.fixture.ts';
import { openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();

// Stored times must not depend on the time zone of the Postgres server.
describe.each(['UTC', 'Australia/Lord_Howe'])('stored times on a server with time zone %s', (zone) => {
  let database: TestDatabase;
  let db: Database;
  let core: CoreContext;
  beforeAll(async () => {
    database = await createDatabase({ migrate });
    const admin = openDatabase({ url: database.url, name: 'zone', connections: 1 });
    const { pathname } = new URL(database.url);
    await admin.orm.execute(`alter database ${pathname.slice(1)} set timezone = '${zone}'`);
    await admin.close();
    db = openDatabase({ url: database.url, name: 'core tests' });
    core = { ...workspace.core, db };
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  /** The values of the column as Postgres interprets them, in milliseconds since 1970. */
  async function stored(column: string, table: string, where: string): Promise<number[]> {
    const rows = await db.orm.execute<{ ms: string }>(
      `select (extract(epoch from ${column}) * 1000)::text as ms from ${table} where ${where} order by id`,
    );
    return rows.map(({ ms }) => Number(ms));
  }

  test.each([
    ['at the end of the gap on Lord Howe', 'Australia/Lord_Howe', '15 2 * * *', '2025-10-04T15:30:00Z'],
    ['in the first pass on Lord Howe', 'Australia/Lord_Howe', '45 1 * * *', '2026-04-04T14:45:00Z'],
    ['at the end of the gap in New York', 'America/New_York', '30 2 * * *', '2026-03-08T07:00:00Z'],
    ['in the first pass in New York', 'America/New_York', '30 1 * * *', '2025-11-02T05:30:00Z'],
    ['at the end of the gap in Paris', 'Europe/Paris', '30 2 * * *', '2026-03-29T01:00:00Z'],
    ['in the first pass in Paris', 'Europe/Paris', '30 2 * * *', '2025-10-26T00:30:00Z'],
    ['on a day without a midnight in São Paulo', 'America/Sao_Paulo', '@daily', '2018-11-04T03:00:00Z'],
    ['in the first pass in São Paulo', 'America/Sao_Paulo', '30 23 * * *', '2018-02-18T01:30:00Z'],
    ['on a leap day', 'UTC', '0 12 29 2 *', '2024-02-29T12:00:00Z'],
  ])('a run %s is stored to the millisecond, and once', async (_, timezone, cronExpression, at) => {
    const { id } = await createSchedule(core, {
      name: 'a run that was due long ago',
      schedule: { type: 'CRON', cronExpression },
      policy: { timezone },
    });
    // Simulates that no scheduler has run since then.
    await db.orm.execute(`update schedules set next_run_at = '${at}', ends_at = timestamptz '${at}' + interval '1 hour'
      where id = ${id}`);
    while ((await dispatchDue(core)).more);
    expect(await stored('scheduled_for', 'schedule_executions', `schedule_id = ${id}`)).toEqual([
      Date.parse(at),
    ]);
    expect(await getSchedule(core, { scheduleId: id })).toMatchObject({
      status: 'COMPLETED',
      nextRunAt: null,
    });
  });

  test.each([
    '2038-01-19T03:14:07.999Z',
    '2038-01-19T03:14:08.000Z',
    '2038-11-07T06:30:00.001Z',
    '2999-12-31T23:59:59.999Z',
  ])('a next run at %s is stored to the millisecond', async (firstRunAt) => {
    const schedule = { type: 'ONCE', firstRunAt } as const;
    const created = await createSchedule(core, { name: 'far ahead', schedule });
    expect(created.nextRunAt).toBe(firstRunAt);
    expect(await stored('next_run_at', 'schedules', `id = ${created.id}`)).toEqual([Date.parse(firstRunAt)]);
    expect((await getSchedule(core, { scheduleId: created.id })).schedule.firstRunAt).toBe(firstRunAt);
  });
});
