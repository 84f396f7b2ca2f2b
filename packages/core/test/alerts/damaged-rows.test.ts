import type { CreateAlertRuleBody } from '@shotclock/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createAlertRule,
  createSchedule,
  getDelivery,
  listDeliveries,
  matchAlertRules,
  pauseSchedule,
  runSchedule,
  sendDigests,
} from '../../src/index.ts';
import { inAnHour, openWorkspaceForEachTest } from '../workspace.fixture.ts';
import { insertTestDestination } from './test-destination.fixture.ts';

const workspace = openWorkspaceForEachTest();
let destinationId: number;
let faults: Record<string, unknown>[];
beforeEach(async () => {
  destinationId = await insertTestDestination(workspace.db, workspace.core.accountId);
  faults = [];
});

const onFault = (error: unknown, ids: Record<string, unknown>) => {
  expect(error).toBeInstanceOf(Error);
  faults.push(ids);
};
const execute = (statement: string) => workspace.db.orm.execute<Record<string, unknown>>(statement);
const addRule = async (more: Partial<CreateAlertRuleBody> = {}) => {
  const events = ['execution.completed', 'schedule.paused'] as const;
  const rule = { name: 'rule', events: [...events], destinationIds: [destinationId], ...more };
  return (await createAlertRule(workspace.core, rule)).id;
};
/** Completes a run of a schedule without items, and returns its schedule. */
async function completeRun(): Promise<number> {
  const schedule = { type: 'ONCE', firstRunAt: inAnHour().toISOString() } as const;
  const { id: scheduleId } = await createSchedule(workspace.core, { name: 'empty', schedule });
  await runSchedule(workspace.core, { scheduleId });
  return scheduleId;
}
/** Transactions of other tests on the same server can delay facts. */
const timeout = 100_000;
const matchAll = () =>
  expect.poll(async () => (await matchAlertRules(workspace, { onFault })).waiting, { timeout }).toBe(false);
const page = { page: 0, size: 200, sort: { field: 'id', direction: 'asc' } } as const;
const states = async () =>
  (await listDeliveries(workspace.core, page)).content.map((one) => [one.alertRuleId, one.status]);

describe('damaged rows', { timeout: 150_000 }, () => {
  test('a fact that no statement can read is omitted, and all others are matched', async () => {
    const ruleId = await addRule();
    const { accountId } = workspace.core;
    const insert = (columns: string, values: string) =>
      execute(`insert into facts (account_id, ${columns}) values (${accountId}, ${values})`);
    const scheduleId = await completeRun();
    // JavaScript rounds this ID, and Postgres rejects the result.
    await insert('kind, execution_id', `'execution.created', 9223372036854775807`);
    await insert('kind, subject_id', `'screenshot.succeeded', 9223372036854775807`);
    await insert('kind, subject_id', `'schedule.paused', null`);
    await completeRun();
    await pauseSchedule(workspace.core, { scheduleId });
    await matchAll();
    expect(await states()).toEqual(Array(3).fill([ruleId, 'PENDING']));
    expect(faults).toEqual([
      { accountId, executionId: 2 ** 63 },
      { accountId, screenshotId: 2 ** 63 },
    ]);
    expect(await matchAlertRules(workspace, { onFault })).toMatchObject({ added: 0, waiting: false });
    expect(faults).toHaveLength(2);
  });

  test('the messages of a rule whose timing is damaged are sent at once', async () => {
    const damagedId = await addRule({ quietHours: { from: '00:00', to: '23:59', days: null } });
    const digestId = await addRule({ timing: { type: 'DAILY' } });
    await execute(`update alert_rules set timezone = 'Mars/Base' where id = ${damagedId}`);
    await completeRun();
    await matchAll();
    expect(await states()).toEqual([
      [damagedId, 'PENDING'],
      [digestId, 'HELD'],
    ]);
    expect(faults).toEqual([{ accountId: workspace.core.accountId, alertRuleId: damagedId }]);
  });

  test('a digest that fails is postponed with its messages, and a damaged message is sent alone', async () => {
    const [failing, damaged, intact] = [
      await addRule({ timing: { type: 'DAILY' } }),
      await addRule({ timing: { type: 'DAILY' } }),
      await addRule({ timing: { type: 'DAILY' } }),
    ];
    await completeRun();
    await completeRun();
    await matchAll();
    await execute(`update alert_rules set timezone = 'Mars/Base' where id = ${failing}`);
    const [row] = await execute(
      `update deliveries set content = jsonb_set(content, '{events}', '"none"') where id =
       (select min(id) from deliveries where alert_rule_id = ${damaged}) returning id`,
    );
    const deliveryId = Number(row!.id);
    await execute(`update alert_rules set next_digest_at = now() - interval '1 ms' * (10 - id)`);
    expect(await sendDigests(workspace, { onFault })).toBe(2);

    const { accountId } = workspace.core;
    expect(faults).toEqual([
      { accountId, alertRuleId: failing, postponedSeconds: 3_600 },
      { accountId, alertRuleId: damaged, deliveryIds: [deliveryId] },
    ]);
    expect((await states()).toSorted()).toEqual([
      ...Array(2).fill([failing, 'HELD']),
      ...[
        [damaged, 'DIGESTED'],
        [damaged, 'PENDING'],
        [damaged, 'PENDING'],
      ],
      ...[
        [intact, 'DIGESTED'],
        [intact, 'DIGESTED'],
        [intact, 'PENDING'],
      ],
    ]);
    expect(await sendDigests(workspace, { onFault })).toBe(0);

    await execute(
      `update alert_rules set timezone = 'UTC', next_digest_at = now() - interval '1 second' where id = ${failing}`,
    );
    expect(await sendDigests(workspace, { onFault })).toBe(1);
  });

  test('a damaged message does not hide the other deliveries', async () => {
    await addRule();
    await completeRun();
    await completeRun();
    await matchAll();
    await execute(`update deliveries set content = 'null' where id = 1`);
    const { content } = await listDeliveries(workspace.core, page);
    expect(content.map(({ title }) => title)).toEqual(['Damaged message', 'empty: run ended']);
    const { message } = await getDelivery(workspace.core, { deliveryId: 1 });
    expect(message).toMatchObject({ title: 'Damaged message', items: [] });
  });
});
