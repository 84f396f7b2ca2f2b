import type { ScheduleListExpansion } from '@shotclock/contracts';
import { expect, test } from 'vitest';
import { type CoreContext, createSchedule, listSchedules, runSchedule } from '../../src/index.ts';
import { hourly, inAnHour, newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();
const firstPage = { page: 0, size: 10, sort: { field: 'id', direction: 'asc' } } as const;
const expand: ReadonlySet<ScheduleListExpansion> = new Set(['lastRuns']);

const create = async (core: CoreContext) =>
  (await createSchedule(core, hourly(inAnHour(), { policy: { overlap: 'allow' } }))).id;

async function run(core: CoreContext, scheduleId: number, times: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < times) ids.push((await runSchedule(core, { scheduleId })).id);
  return ids;
}

async function lastRuns(core: CoreContext): Promise<Record<number, number[]>> {
  const { content } = await listSchedules(core, { ...firstPage, expand });
  return Object.fromEntries(content.map(({ id, lastRuns: runs }) => [id, runs!.map((one) => one.id)]));
}

test("the last 20 runs of each schedule are listed, newest first, without other accounts' runs", async () => {
  const { core } = workspace;
  const other = await newAccount(workspace);
  const [often, once, never, foreign] = [
    await create(core),
    await create(core),
    await create(core),
    await create(other),
  ];
  const [ofOften, ofOnce] = [await run(core, often, 22), await run(core, once, 1)];
  const ofForeign = await run(other, foreign, 2);
  expect(await lastRuns(core)).toEqual({
    [often]: ofOften.toReversed().slice(0, 20),
    [once]: ofOnce,
    [never]: [],
  });
  expect(await lastRuns(other)).toEqual({ [foreign]: ofForeign.toReversed() });
  const { content } = await listSchedules(other, { ...firstPage, expand });
  expect(content[0]!.lastRuns![0]).toMatchObject({ trigger: 'MANUAL', uncheckedItems: 0 });
});

test('a list without the expansion does not contain runs', async () => {
  const { content } = await listSchedules(workspace.core, firstPage);
  expect(content.map((schedule) => 'lastRuns' in schedule)).toEqual([false, false, false]);
});

test('a list does not hold a database connection while it computes its expansions', async () => {
  const { core } = workspace;
  let reading = false;
  const snapshot: typeof core.db.snapshot = async (work) => {
    reading = true;
    return core.db.snapshot(work).finally(() => {
      reading = false;
    });
  };
  // The expansions of each schedule check whether the policy is requested.
  const whileReading: boolean[] = [];
  class Observed extends Set<ScheduleListExpansion> {
    override has(name: ScheduleListExpansion): boolean {
      if (name === 'policy') whileReading.push(reading);
      return super.has(name);
    }
  }
  const input = { ...firstPage, expand: new Observed(['policy', 'upcomingRuns'] as const) };
  const { content } = await listSchedules({ ...core, db: { ...core.db, snapshot } }, input);
  expect(content[0]!.upcomingRuns).toHaveLength(10);
  expect(whileReading).toEqual(content.map(() => false));
});
