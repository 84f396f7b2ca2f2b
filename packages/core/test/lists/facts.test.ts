import type { Queryable } from '@shotclock/db';
import { countFinished } from '@shotclock/db/test/count-records';
import { describe, expect, test } from 'vitest';
import {
  createSchedule,
  deleteExpiredFacts,
  foldFeedCounts,
  listScreenshotActivity,
  matchAlertRules,
  runSchedule,
} from '../../src/index.ts';
import { claimAll, settleAs } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, openWorkspaceForEachTest } from '../workspace.fixture.ts';
import { insertFinished, uncountedFacts, wholeFeed, wrongCounts } from './feed-records.fixture.ts';

const workspace = openWorkspaceForEachTest();

const run = (statement: string) => workspace.db.orm.execute<Record<string, unknown>>(statement);
const uncounted = async () => {
  await foldFeedCounts(workspace);
  return (await run(uncountedFacts)).length;
};
/** Transactions of other tests on the same server can delay the count. */
const timeout = 100_000;
const allCounted = () => expect.poll(uncounted, { timeout }).toBe(0);
const total = async () => (await listScreenshotActivity(workspace.core, wholeFeed)).totalElements;
const finished = (...minutes: number[]) =>
  insertFinished(
    workspace.db,
    workspace.core.accountId,
    minutes.map((minute) => ({
      source: 'MANUAL_SCREENSHOT',
      at: Date.parse('2026-03-01T12:00:00Z') + minute * 60_000,
    })),
  );

describe('facts', { timeout: 150_000 }, () => {
  test('refer to the settled capture with its schedule, item and execution', async () => {
    const { id: scheduleId, items } = await createSchedule(
      workspace.core,
      hourly(inAnHour(), { items: [item('good'), item('bad')] }),
    );
    const { id: executionId } = await runSchedule(workspace.core, { scheduleId });
    const [good, bad] = await claimAll(workspace);
    await settleAs(workspace, good!, 'succeeds');
    await settleAs(workspace, bad!, 'fails');
    const settled = await run(`
      select f.kind, f.subject_id, f.schedule_id, f.item_id, f.execution_id, f.records, f.at = s.captured_at as is_time_of_capture
      from facts f join screenshots s on s.id = f.subject_id where f.counter = 2 order by f.id`);
    const common = {
      schedule_id: String(scheduleId),
      execution_id: String(executionId),
      records: 1,
      is_time_of_capture: true,
    };
    expect([...settled]).toEqual([
      {
        ...common,
        kind: 'screenshot.succeeded',
        subject_id: String(good!.screenshotId),
        item_id: String(items[0]!.id),
      },
      {
        ...common,
        kind: 'screenshot.failed',
        subject_id: String(bad!.screenshotId),
        item_id: String(items[1]!.id),
      },
    ]);
  });

  test('are not counted while a later commit can still add a fact before them', async () => {
    await allCounted();
    const first = Promise.withResolvers<void>();
    const appended = Promise.withResolvers<void>();
    const { accountId } = workspace.core;
    const earlier = workspace.db.transaction(async (tx: Queryable) => {
      await countFinished(tx, [{ accountId, source: 'MANUAL_SCREENSHOT', capturedAt: new Date(0) }]);
      appended.resolve();
      await first.promise;
    });
    await appended.promise;
    await finished(1, 2);
    // A trigger also appends a fact for each new screenshot.
    expect(await uncounted()).toBe(4);
    expect(await total()).toBe(2);
    first.resolve();
    await earlier;
    expect(await total()).toBe(3);
    await allCounted();
    expect(await total()).toBe(3);
  });

  test('are counted together if their transaction has more facts than fit in a batch', async () => {
    await finished(...Array.from({ length: 30 }, (_, n) => n * 10));
    await finished(1);
    const counted = async () => {
      await foldFeedCounts(workspace, { batch: 7 });
      return (await run(uncountedFacts)).length;
    };
    await expect.poll(counted, { timeout }).toBe(0);
    expect(await total()).toBe(31);
    expect(await wrongCounts(workspace.db, 'activity')).toEqual([]);
  });

  test('remain exact after the database is restored on a server with lower transaction IDs', async () => {
    await finished(1, 20, 40);
    await allCounted();
    await finished(2, 60);
    // Pretend that transactions on another server wrote everything so far.
    const later = (column: string) => `${column} = (${column}::text::bigint + 1000000000)::text::xid8`;
    await run(`update facts set ${later('transaction')}`);
    await run(`update counted_facts set ${later('before')}`);
    await finished(3, 80);
    await allCounted();
    expect(await total()).toBe(7);
    await finished(4);
    expect(await total()).toBe(8);
    await allCounted();
    for (const list of ['activity', 'screenshots'] as const)
      expect(await wrongCounts(workspace.db, list)).toEqual([]);
  });

  test('are deleted when they have been counted and are seven days old', async () => {
    await finished(1, 20);
    await allCounted();
    const unmatched = async () => {
      await matchAlertRules(workspace);
      return (await run('select from facts where transaction >= (select before from matched_facts)')).length;
    };
    await expect.poll(unmatched, { timeout }).toBe(0);
    await run(`update facts set at = at - interval '169 hours' where slot % 2 = 0`);
    const [old] = await run('select count(*)::int as n from facts where slot % 2 = 0');
    const [all] = await run('select count(*)::int as n from facts');
    await finished(40);
    await run(
      `update facts set at = at - interval '169 hours' where transaction >= (select before from counted_facts)`,
    );
    expect(old!.n).toBeGreaterThan(0);
    expect(await deleteExpiredFacts(workspace)).toBe(old!.n);
    expect(await run(uncountedFacts)).toHaveLength(2);
    const [kept] = await run('select count(*)::int as n from facts');
    expect(kept!.n).toBe((all!.n as number) - (old!.n as number) + 2);
    expect(await wrongCounts(workspace.db, 'activity')).toEqual([]);
  });
});
