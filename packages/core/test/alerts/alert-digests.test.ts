import type { CreateAlertRuleBody, QuietHours } from '@shotclock/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createAlertRule,
  createSchedule,
  deleteAlertRule,
  getDelivery,
  listDeliveries,
  matchAlertRules,
  pauseSchedule,
  redeliver,
  runSchedule,
  sendDigests,
  updateAlertRule,
  updateDestination,
  updateItem,
} from '../../src/index.ts';
import { claimAll, settleAs } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, openWorkspaceForEachTest } from '../workspace.fixture.ts';
import { insertTestDestination } from './test-destination.fixture.ts';

const workspace = openWorkspaceForEachTest();
let first: number;
let second: number;
beforeEach(async () => {
  first = await insertTestDestination(workspace.db, workspace.core.accountId);
  second = await insertTestDestination(workspace.db, workspace.core.accountId);
});

const execute = (statement: string) => workspace.db.orm.execute(statement);
const addRule = (more: Partial<CreateAlertRuleBody>) =>
  createAlertRule(workspace.core, {
    ...{ name: 'rule', destinationIds: [first] },
    ...(more.events ? {} : { failuresInARow: 1 }),
    ...{ events: ['screenshot.failed', 'schedule.paused'], ...more },
  });
const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
/** Quiet hours in UTC that include the next two hours. */
const quietNow = (): QuietHours => ({ from: clock(-60), to: clock(120), days: null });
const page = { page: 0, size: 200, sort: { field: 'id', direction: 'asc' } } as const;
const deliveries = async () => {
  const { content } = await listDeliveries(workspace.core, page);
  return Promise.all(content.map(({ id }) => getDelivery(workspace.core, { deliveryId: id })));
};
const states = async () =>
  (await deliveries()).map(({ destinationId, status, cancelReason }) =>
    [destinationId, status, cancelReason].filter((one) => one !== null),
  );
/** Transactions of other tests on the same server can delay facts. */
const timeout = 100_000;
const matchAll = () =>
  expect.poll(async () => (await matchAlertRules(workspace)).waiting, { timeout }).toBe(false);
/** Makes all digests and the ends of quiet hours due. */
const makeDue = () =>
  execute(`update alert_rules set next_digest_at = now() - interval '1 ms' where next_digest_at is not null`);
/** Ends all quiet hours, as if their end had come. */
const endQuiet = () => execute(`update alert_rules set quiet_hours = null`).then(makeDue);
const addSchedule = () =>
  createSchedule(workspace.core, hourly(inAnHour(), { items: [item('a'), item('b')] }));
async function runWith(scheduleId: number): Promise<void> {
  await runSchedule(workspace.core, { scheduleId });
  for (const [n, claim] of (await claimAll(workspace)).entries())
    await settleAs(workspace, claim, n === 0 ? 'fails' : 'succeeds');
}

describe('digests', { timeout: 150_000 }, () => {
  test('replace the held messages once per destination, however many processes make them', async () => {
    const { id: scheduleId } = await addSchedule();
    await addRule({ timing: { type: 'DAILY' }, destinationIds: [first, second] });
    await runWith(scheduleId);
    await pauseSchedule(workspace.core, { scheduleId });
    await matchAll();
    expect(await states()).toEqual([first, second, first, second].map((id) => [id, 'HELD']));
    await expect(redeliver(workspace.core, { deliveryId: 1 })).rejects.toMatchObject({ code: 'conflict' });
    expect(await sendDigests(workspace)).toBe(0);
    await makeDue();
    const made = await Promise.all([1, 2, 3].map(() => sendDigests(workspace)));
    expect(made.toSorted()).toEqual([0, 0, 1]);
    const found = await deliveries();
    const digests = found.slice(4);
    expect(digests.map(({ destinationId, status }) => [destinationId, status])).toEqual([
      [first, 'PENDING'],
      [second, 'PENDING'],
    ]);
    expect(found.slice(0, 4).map(({ status, digestId }) => [status, digestId])).toEqual(
      [0, 1, 0, 1].map((n) => ['DIGESTED', digests[n]!.id]),
    );
    expect(digests[0]!.content).toMatchObject({
      type: 'digest',
      totals: { failed: 1 },
      events: [{ type: 'screenshot.failed', url: item('a').url }],
      digest: { messages: 2, runs: 1, totalItems: 2, capturedItems: 1, failedItems: 1, missedRuns: 0 },
    });
    expect(digests[0]!.content.digest!.notices).toEqual(['hourly: paused']);
  });

  test('say that nothing changed, with the counts of the period, and that there were no runs', async () => {
    const { id: scheduleId, items } = await addSchedule();
    await addSchedule();
    await addRule({ timing: { type: 'WEEKLY' }, events: ['content.changed'] });
    await addRule({ timing: { type: 'HOURLY' }, events: ['page.state_changed'], itemIds: [items[1]!.id] });
    await updateItem(workspace.core, { scheduleId, itemId: items[1]!.id, changes: { tags: ['shop'] } });
    await addRule({ timing: { type: 'DAILY' }, events: ['content.changed'], tags: ['shop', 'other'] });
    await runWith(scheduleId);
    await matchAll();
    await makeDue();
    expect(await sendDigests(workspace)).toBe(3);
    await makeDue();
    expect(await sendDigests(workspace)).toBe(3);
    const digests = (await deliveries()).map(({ content: { digest } }) => digest!);
    expect(digests.map((one) => [one.messages, one.runs, one.capturedItems, one.totalItems])).toEqual([
      [0, 1, 1, 2],
      [0, 1, 1, 1],
      [0, 1, 1, 1],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
    expect(digests[3]!.from).toBe(digests[0]!.to);
  });

  test('of 10,000 held messages are small, and keep the pictures of what they name', async () => {
    const { id } = await addRule({ timing: { type: 'DAILY' } });
    const content = (n: string) => `jsonb_build_object('type', 'content.changed', 'storm', false,
      'totals', '{"failed":0,"stateChanged":0,"changed":1,"recovered":0}'::jsonb,
      'events', jsonb_build_array(jsonb_build_object('type', 'content.changed', 'screenshotId', ${n}, 'ratio', ${n} / 10000.0)))`;
    await execute(`insert into deliveries (account_id, alert_rule_id, destination_id, execution_id, attempts_left, status, content)
      select ${workspace.core.accountId}, ${id}, ${first}, n, 8, 'HELD', ${content('n')} from generate_series(1, 10000) n`);
    await execute(`insert into delivery_pictures (delivery_id, screenshot_id, object)
      select id, execution_id, 'image' from deliveries where execution_id in (1, 10000)`);
    await makeDue();
    await sendDigests(workspace);
    const [digest] = (await listDeliveries(workspace.core, { ...page, status: 'PENDING' })).content;
    const { content: made } = await getDelivery(workspace.core, { deliveryId: digest!.id });
    expect(made.digest!.messages).toBe(10_000);
    expect(made.totals.changed).toBe(10_000);
    expect(made.events.map(({ ratio }) => ratio)).toEqual(
      Array.from({ length: 20 }, (_, n) => (10_000 - n) / 10_000),
    );
    expect(
      await execute(`select screenshot_id from delivery_pictures where delivery_id = ${digest!.id}`),
    ).toEqual([{ screenshot_id: '10000' }]);
  });
});

describe('quiet hours', { timeout: 150_000 }, () => {
  test('hold messages; at their end, one is sent as it is, and several become a digest', async () => {
    const { id: scheduleId } = await addSchedule();
    const other = await addSchedule();
    await addRule({ quietHours: quietNow(), scheduleIds: [scheduleId] });
    const events = ['execution.completed' as const];
    await addRule({ quietHours: quietNow(), events, scheduleIds: [other.id], destinationIds: [second] });
    await addRule({ quietHours: { from: clock(60), to: clock(120), days: null }, scheduleIds: [scheduleId] });
    await runWith(scheduleId);
    await matchAll();
    expect(await states()).toEqual([
      [first, 'HELD'],
      [first, 'PENDING'],
    ]);
    await runWith(other.id);
    await runWith(other.id);
    await execute(`update deliveries set status = 'DELIVERED' where status = 'PENDING'`);
    // The quiet hours were extended.
    await makeDue();
    await sendDigests(workspace);
    await matchAll();
    expect((await states()).filter(([, status]) => status === 'HELD')).toHaveLength(3);
    await endQuiet();
    await sendDigests(workspace);
    expect(await states()).toEqual([
      [first, 'PENDING'],
      [first, 'DELIVERED'],
      [second, 'DIGESTED'],
      [second, 'DIGESTED'],
      [second, 'PENDING'],
    ]);
    // Nothing was held since.
    await makeDue();
    expect(await sendDigests(workspace)).toBe(0);
  });

  test('cancel what is held for deleted and disabled rules, and for destinations that no longer receive it', async () => {
    const { id: scheduleId } = await addSchedule();
    const third = await insertTestDestination(workspace.db, workspace.core.accountId);
    const rules = [
      await addRule({ quietHours: quietNow() }),
      await addRule({ quietHours: quietNow() }),
      await addRule({ quietHours: quietNow(), destinationIds: [first, second, third] }),
    ];
    const [deleted, disabled, changed] = rules.map(({ id }) => id);
    await runWith(scheduleId);
    await matchAll();
    await deleteAlertRule(workspace.core, { ruleId: deleted! });
    await updateAlertRule(workspace.core, { ruleId: disabled!, changes: { enabled: false } });
    await updateAlertRule(workspace.core, { ruleId: changed!, changes: { destinationIds: [first, third] } });
    await execute(`delete from destinations where id = ${third}`);
    await updateDestination(workspace.core, { destinationId: first, status: 'DISABLED' });
    await endQuiet();
    await sendDigests(workspace);
    expect(await states()).toEqual([
      [first, 'CANCELLED', 'RULE_DELETED'],
      [first, 'CANCELLED', 'RULE_DISABLED'],
      [first, 'CANCELLED', 'DESTINATION_DISABLED'],
      [second, 'CANCELLED', 'DESTINATION_REMOVED'],
      [third, 'CANCELLED', 'DESTINATION_DELETED'],
    ]);
  });

  test('and digests that are given up send what was held', async () => {
    const { id: scheduleId } = await addSchedule();
    const { id } = await addRule({ timing: { type: 'DAILY' } });
    await runWith(scheduleId);
    await matchAll();
    await updateAlertRule(workspace.core, { ruleId: id, changes: { timing: { type: 'AT_ONCE' } } });
    await sendDigests(workspace);
    expect(await states()).toEqual([[first, 'PENDING']]);
  });

  test('lose nothing if messages are held while they end', async () => {
    const { id: scheduleId } = await addSchedule();
    await addRule({ quietHours: quietNow(), events: ['execution.completed'] });
    await runWith(scheduleId);
    await matchAll();
    await runWith(scheduleId);
    const ended = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    // A process makes the digest, and then another one matches a run that it has read as held.
    const digesting = workspace.db.transaction(async (tx) => {
      await tx.execute('select from alert_rules for no key update');
      locked.resolve();
      await ended.promise;
      await tx.execute('update alert_rules set next_digest_at = null');
    });
    await locked.promise;
    const matching = matchAll();
    ended.resolve();
    await Promise.all([digesting, matching]);
    await runWith(scheduleId);
    await matchAll();
    await endQuiet();
    expect(await sendDigests(workspace)).toBe(1);
    expect((await states()).map(([, status]) => status)).toEqual([...Array(3).fill('DIGESTED'), 'PENDING']);
  });
});

test.each([
  [{ quietHours: { from: '09:00', to: '09:00', days: null } }, '/quietHours', 'never_matches'],
  [{ timezone: 'Mars/Olympus' }, '/timezone', 'unknown_timezone'],
  [{ timing: { type: 'HOURLY', at: '09:00' } }, '/timing/at', 'not_applicable'],
  [{ timing: { type: 'DAILY', weekday: 'MONDAY' } }, '/timing/weekday', 'not_applicable'],
] as [Partial<CreateAlertRuleBody>, string, string][])(
  'a rule with %j is rejected',
  async (more, path, code) => {
    await expect(addRule(more)).rejects.toMatchObject({
      errors: [expect.objectContaining({ path, code })],
    });
  },
);
