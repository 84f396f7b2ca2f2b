import type { CreateAlertRuleBody, DeliveryDetails } from '@shotclock/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createAlertRule,
  createSchedule,
  deleteExpiredFacts,
  foldFeedCounts,
  getDelivery,
  listDeliveries,
  matchAlertRules,
  runSchedule,
} from '../../src/index.ts';
import { checkSteps } from '../content-checks/check-series.fixture.ts';
import { claimAll, type SettledAs, settleAs } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, openWorkspaceForEachTest } from '../workspace.fixture.ts';
import { insertTestDestination } from './test-destination.fixture.ts';

const workspace = openWorkspaceForEachTest();
let destinationId: number;
beforeEach(async () => {
  destinationId = await insertTestDestination(workspace.db, workspace.core.accountId);
});

const execute = (statement: string) => workspace.db.orm.execute<Record<string, unknown>>(statement);
const addRule = (more: Partial<CreateAlertRuleBody> = {}) =>
  createAlertRule(workspace.core, {
    ...{ name: 'rule', events: ['screenshot.failed', 'screenshot.recovered'] },
    ...{ destinationIds: [destinationId], ...more },
  });
const page = { page: 0, size: 200, sort: { field: 'id', direction: 'asc' } } as const;
const deliveries = async () => (await listDeliveries(workspace.core, page)).content;
/** Transactions of other tests on the same server can delay facts. */
const timeout = 100_000;
const matchAll = () =>
  expect.poll(async () => (await matchAlertRules(workspace, { batch: 3 })).waiting, { timeout }).toBe(false);
/** Matches all facts, and returns the contents of the deliveries that this adds. */
async function newContents(): Promise<DeliveryDetails['content'][]> {
  const before = (await deliveries()).length;
  await matchAll();
  const added = (await deliveries()).slice(before);
  const details = await Promise.all(added.map(({ id }) => getDelivery(workspace.core, { deliveryId: id })));
  return details.map(({ content }) => content);
}
const addSchedule = (items: number) =>
  createSchedule(
    workspace.core,
    hourly(inAnHour(), { items: Array.from({ length: items }, (_, n) => item(String(n))) }),
  );
async function runWith(scheduleId: number, outcomes: SettledAs[]): Promise<number> {
  const { id } = await runSchedule(workspace.core, { scheduleId });
  const claims = await claimAll(workspace);
  for (const [n, claim] of claims.entries()) await settleAs(workspace, claim, outcomes[n]!);
  return id;
}

describe('alert rules', { timeout: 150_000 }, () => {
  test('report the N-th failure in a row and the recovery, one message per run, and nothing in between', async () => {
    const { id: scheduleId, items } = await addSchedule(2);
    await addRule({ failuresInARow: 2 });
    const expected = [
      { outcomes: ['fails', 'succeeds'], types: null },
      { outcomes: ['fails', 'fails'], types: ['screenshot.failed'] },
      { outcomes: ['fails', 'succeeds'], types: null },
      { outcomes: ['succeeds', 'succeeds'], types: ['screenshot.recovered'] },
      { outcomes: ['succeeds', 'succeeds'], types: null },
    ] as const;
    for (const { outcomes, types } of expected) {
      const executionId = await runWith(scheduleId, [...outcomes]);
      const contents = await newContents();
      expect(contents.map(({ events }) => events.map(({ type }) => type))).toEqual(types ? [types] : []);
      for (const { run, events } of contents) {
        expect(run).toMatchObject({ id: executionId, scheduleId, totalItems: 2 });
        expect(events[0]).toMatchObject({ itemId: items[0]!.id, url: item('0').url });
      }
    }
    const contents = await Promise.all(
      (await deliveries()).map(({ id }) => getDelivery(workspace.core, { deliveryId: id })),
    );
    expect(contents.map(({ content: { events } }) => events[0]!.failuresInARow)).toEqual([2, 3]);
    expect(contents[0]!.content.events[0]).toMatchObject({
      failureCode: 'name_not_resolved',
      description: 'The host does not exist.',
    });
  });

  test('report a storm as one message without items, and name at most 20 items otherwise', async () => {
    const { id: scheduleId } = await addSchedule(50);
    await addRule({ failuresInARow: 1 });
    await runWith(
      scheduleId,
      Array.from({ length: 50 }, (_, n) => (n < 25 ? 'fails' : 'succeeds')),
    );
    const [half] = await newContents();
    expect(half).toMatchObject({ storm: false, totals: { failed: 25, changed: 0, recovered: 0 } });
    expect(half!.events).toHaveLength(20);
    await runWith(
      scheduleId,
      Array.from({ length: 50 }, (_, n) => (n === 0 ? 'succeeds' : 'fails')),
    );
    const [storm] = await newContents();
    expect(storm).toMatchObject({ storm: true, totals: { failed: 25, changed: 0, recovered: 1 } });
    expect(storm!.events.map(({ type }) => type)).toEqual(['screenshot.recovered']);
  });

  test('report changes of runs and manual checks, and runs that ended, to each destination of matching rules', async () => {
    const other = await insertTestDestination(workspace.db, workspace.core.accountId);
    const { id: scheduleId, items } = await createSchedule(
      workspace.core,
      hourly(inAnHour(), { items: [item('a'), item('b')], policy: { detectChanges: true } }),
    );
    const { id: emptyId } = await addSchedule(0);
    await addRule({ events: ['content.changed'], minimumRatio: 0.5, destinationIds: [destinationId, other] });
    await addRule({ events: ['content.changed'], minimumRatio: 0.6 });
    await addRule({ events: ['content.changed'], itemIds: [items[1]!.id] });
    await addRule({ events: ['execution.completed'], scheduleIds: [scheduleId] });
    await addRule({ events: ['execution.completed'], enabled: false });
    const steps = checkSteps(workspace);
    const runOnce = async (pictures: string[]) => {
      const { id } = await runSchedule(workspace.core, { scheduleId });
      for (const [n, claim] of (await steps.claimAll()).entries())
        await (await steps.compare(claim as never, pictures[n]!))();
      return id;
    };
    await runOnce(['1', '1']);
    expect((await newContents()).map(({ runEvents }) => runEvents)).toEqual([['execution.completed']]);
    const executionId = await runOnce(['2', '1']);
    const contents = await newContents();
    expect(contents.map(({ type, events }) => [type, events.length])).toEqual([
      ['content.changed', 1],
      ['content.changed', 1],
      ['execution.completed', 0],
    ]);
    expect(contents[0]!.events[0]).toMatchObject({
      type: 'content.changed',
      ratio: 0.5,
      itemId: items[0]!.id,
    });
    expect((await deliveries()).slice(-3).map((one) => [one.destinationId, one.executionId])).toEqual([
      [destinationId, executionId],
      [other, executionId],
      [destinationId, executionId],
    ]);
    await steps.checkOnce('first');
    const changed = await steps.checkOnce('second');
    expect((await newContents()).map(({ run }) => run)).toEqual([null, null]);
    expect((await deliveries()).at(-1)).toMatchObject({ executionId: null, contentCheckId: changed.id });
    const held = await steps.checkOnce('third');
    const description = 'The number is below 100: 90, after 110.';
    await workspace.db.orm.execute(`
      update content_checks set ratio = 0, description = '${description}',
        conditions = '{"held": ["below"], "before": {}, "now": {}}' where id = ${held.id}`);
    // Also to the rule with a ratio that the change does not reach.
    const reported = [{ contentCheckId: held.id, ratio: null, description }];
    expect((await newContents()).map(({ events }) => events)).toMatchObject([reported, reported, reported]);
    // A run without items ends when it starts.
    await addRule({ events: ['execution.completed'], scheduleIds: [emptyId] });
    await runSchedule(workspace.core, { scheduleId: emptyId });
    expect(await newContents()).toMatchObject([{ run: { scheduleId: emptyId, totalItems: 0 } }]);
  });

  test('match facts that an older transaction commits late, exactly once, and not what ended before the rule', async () => {
    const { id: scheduleId } = await addSchedule(2);
    await runWith(scheduleId, ['fails', 'fails']);
    await addRule({ failuresInARow: 1, events: ['screenshot.failed', 'execution.completed'] });
    const open = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    // This transaction has an older ID than the settlements, and commits after them.
    const older = workspace.db.transaction(async (tx) => {
      await tx.execute('select pg_current_xact_id()');
      started.resolve();
      await open.promise;
      await tx.execute(`insert into facts (account_id, kind, subject_id, execution_id)
        select account_id, 'screenshot.failed', id, execution_id from screenshots order by id desc limit 1`);
    });
    await started.promise;
    await runWith(scheduleId, ['fails', 'fails']);
    expect(await matchAlertRules(workspace)).toMatchObject({ added: 0, waiting: true });
    open.resolve();
    await older;
    await matchAll();
    expect(await deliveries()).toHaveLength(1);
    // A matcher that died before its commit, or a restored database, matches facts again.
    await execute(`update matched_facts set before = '0'`);
    await matchAll();
    await execute(`update matched_facts set before = '18446744073709551000'`);
    await matchAll();
    expect(await deliveries()).toHaveLength(1);
    // Two matchers at the same time.
    await runWith(scheduleId, ['succeeds', 'fails']);
    await Promise.all(Array.from({ length: 4 }, matchAll));
    expect(await deliveries()).toHaveLength(2);
  });

  test('keep old facts until they have been matched', async () => {
    const { id: scheduleId } = await addSchedule(1);
    await addRule({ failuresInARow: 1 });
    await runWith(scheduleId, ['fails']);
    await execute(`update facts set at = now() - interval '8 days'`);
    const uncounted = async () => {
      await foldFeedCounts(workspace);
      return (await execute('select from facts where transaction >= (select before from counted_facts)'))
        .length;
    };
    await expect.poll(uncounted, { timeout }).toBe(0);
    await deleteExpiredFacts(workspace);
    expect(await newContents()).toHaveLength(1);
    await deleteExpiredFacts(workspace);
    expect(await execute('select from facts')).toEqual([]);
  });
});
