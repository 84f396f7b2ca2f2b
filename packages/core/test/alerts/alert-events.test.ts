import {
  type AlertEventName,
  type ItemRequestBody,
  PageRecord,
  type VerdictKind,
} from '@shotclock/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createAlertRule,
  createSchedule,
  getDelivery,
  listDeliveries,
  matchAlertRules,
  pauseSchedule,
  resumeSchedule,
  runSchedule,
  settleSuccess,
  updateDestination,
} from '../../src/index.ts';
import { backdate, dispatchAll, hoursAgo } from '../schedules/dispatch.fixture.ts';
import { claimAll, settleAs, storePicture } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, openWorkspaceForEachTest } from '../workspace.fixture.ts';
import { insertTestDestination } from './test-destination.fixture.ts';

const workspace = openWorkspaceForEachTest();
let destinationId: number;
beforeEach(async () => {
  destinationId = await insertTestDestination(workspace.db, workspace.core.accountId);
});

const addRule = (events: AlertEventName[], more: object = {}) =>
  createAlertRule(workspace.core, { name: 'rule', events, destinationIds: [destinationId], ...more });
/** Transactions of other tests on the same server can delay facts. */
const timeout = 100_000;
const page = { page: 0, size: 200, sort: { field: 'id', direction: 'asc' } } as const;
let seen = 0;
beforeEach(() => {
  seen = 0;
});
/** Matches all facts, and returns the new deliveries with their contents. */
async function newDeliveries() {
  await expect.poll(async () => (await matchAlertRules(workspace)).waiting, { timeout }).toBe(false);
  const { content } = await listDeliveries(workspace.core, page);
  const added = content.slice(seen);
  seen = content.length;
  return Promise.all(added.map(({ id }) => getDelivery(workspace.core, { deliveryId: id })));
}
const newContents = async () => (await newDeliveries()).map(({ content }) => content);

const [record] = PageRecord.examples as [PageRecord];
/** Settles a capture that shows a kind of page. */
async function captureAs(kind: VerdictKind, certainty: 'certain' | 'likely' = 'certain') {
  const [claim] = await claimAll(workspace);
  const verdict = { ...record.verdict!, kind, certainty };
  const stored = await storePicture(workspace, 'an image');
  await settleSuccess(workspace.work, claim!, { ...stored, description: null, page: { ...record, verdict } });
}

describe('alert events', { timeout: 150_000 }, () => {
  test('page.state_changed reports another certain kind of page once, even after a failure, and its recovery', async () => {
    const { id: scheduleId } = await createSchedule(workspace.core, hourly(inAnHour(), { items: [item()] }));
    await addRule(['page.state_changed']);
    const captured: [VerdictKind, ('certain' | 'likely')?][] = [
      ['content'],
      ['challenge', 'likely'],
      ['challenge'],
      ['challenge'],
      ['login_wall'],
      ['content'],
      ['content'],
    ];
    const reported: unknown[] = [];
    for (const [n, kind] of captured.entries()) {
      await runSchedule(workspace.core, { scheduleId });
      await captureAs(...kind);
      // A capture without a page says nothing about its kind.
      if (n === 2) {
        await runSchedule(workspace.core, { scheduleId });
        await settleAs(workspace, (await claimAll(workspace))[0]!, 'fails');
      }
      for (const { type, totals, events } of await newContents())
        reported.push([n, type, totals.stateChanged, events[0]!.previousState, events[0]!.state]);
    }
    expect(reported).toEqual([
      [2, 'page.state_changed', 1, 'content', 'challenge'],
      [4, 'page.state_changed', 1, 'challenge', 'login_wall'],
      [5, 'page.state_changed', 1, 'login_wall', 'content'],
    ]);
    const other = await createSchedule(workspace.core, hourly(inAnHour(), { items: [item('other')] }));
    await runSchedule(workspace.core, { scheduleId: other.id });
    await captureAs('blank');
    expect(await newContents()).toMatchObject([{ events: [{ previousState: null, state: 'blank' }] }]);
  });

  test('execution.failed and schedule.missed report runs that failed, were missed or were skipped, in one message per run', async () => {
    const { id: scheduleId } = await createSchedule(workspace.core, hourly(inAnHour(), { items: [item()] }));
    await addRule(['execution.failed', 'schedule.missed', 'execution.completed']);
    await backdate(workspace, scheduleId, hoursAgo(2.5));
    await dispatchAll(workspace);
    await settleAs(workspace, (await claimAll(workspace))[0]!, 'succeeds');
    expect(await newContents()).toMatchObject([
      {
        type: 'schedule.missed',
        runEvents: ['schedule.missed', 'execution.completed'],
        run: {
          missedRuns: 2,
          reason: expect.stringContaining('2 earlier runs were missed'),
          status: 'COMPLETED',
        },
      },
    ]);
    // The next run is still active when the one after it is due.
    const { id: active } = await runSchedule(workspace.core, { scheduleId });
    await backdate(workspace, scheduleId, hoursAgo(0.01));
    await dispatchAll(workspace);
    expect(await newContents()).toMatchObject([
      {
        type: 'execution.failed',
        runEvents: ['execution.failed', 'schedule.missed', 'execution.completed'],
        run: { missedRuns: 1, totalItems: 0, reason: expect.stringContaining('still active') },
      },
    ]);
    await settleAs(workspace, (await claimAll(workspace))[0]!, 'fails');
    expect(await newContents()).toMatchObject([
      {
        runEvents: ['execution.failed', 'execution.completed'],
        run: { id: active, missedRuns: 0, reason: null },
      },
    ]);
  });

  test('schedule.paused and schedule.completed report each pause and each end once, of the selected schedules', async () => {
    const { id: scheduleId } = await createSchedule(workspace.core, hourly(inAnHour(), { items: [item()] }));
    const once = await createSchedule(workspace.core, {
      name: 'once',
      schedule: { type: 'ONCE', firstRunAt: inAnHour().toISOString() },
    });
    await addRule(['schedule.paused'], { scheduleIds: [scheduleId] });
    await addRule(['schedule.completed', 'schedule.paused'], { scheduleIds: [once.id] });
    for (let n = 0; n < 2; n += 1) {
      await pauseSchedule(workspace.core, { scheduleId });
      expect(await newContents()).toMatchObject([
        {
          type: 'schedule.paused',
          run: null,
          schedule: { id: scheduleId, name: 'hourly', pauseReason: 'REQUESTED' },
        },
      ]);
      await resumeSchedule(workspace.core, { scheduleId });
    }
    await backdate(workspace, once.id, hoursAgo(0));
    await dispatchAll(workspace);
    expect(await newContents()).toMatchObject([
      { type: 'schedule.completed', schedule: { id: once.id, pauseReason: null } },
    ]);
    await workspace.db.orm.execute(`update matched_facts set before = '0'`);
    expect(await newContents()).toEqual([]);
  });

  test('a rule with tags selects tagged schedules with all their items, and tagged items of other schedules', async () => {
    const add = (tags: string[], items: ItemRequestBody[]) =>
      createSchedule(workspace.core, hourly(inAnHour(), { tags, items }));
    const whole = await add(['shop'], [item('a'), item('b')]);
    const part = await add(['blog'], [{ ...item('c'), tags: ['news', 'shop'] }, item('d')]);
    const none = await add([], [item('e')]);
    await addRule(['screenshot.failed', 'execution.completed', 'schedule.paused'], {
      failuresInARow: 1,
      tags: [' shop', 'shop', 'other'],
    });
    for (const { id: scheduleId } of [whole, part, none]) {
      await runSchedule(workspace.core, { scheduleId });
      for (const claim of await claimAll(workspace)) await settleAs(workspace, claim, 'fails');
      await pauseSchedule(workspace.core, { scheduleId });
    }
    expect(
      (await newContents()).map(({ type, runEvents, events }) => [
        type,
        runEvents.length,
        events.map(({ itemId }) => itemId),
      ]),
    ).toEqual([
      ['screenshot.failed', 1, whole.items!.map(({ id }) => id)],
      ['screenshot.failed', 0, [part.items![0]!.id]],
      ['schedule.paused', 0, []],
    ]);
  });

  test('destination.disabled is announced to the other destinations of its rules, but not to itself', async () => {
    const other = await insertTestDestination(workspace.db, workspace.core.accountId);
    await addRule(['destination.disabled'], { destinationIds: [destinationId, other] });
    await addRule(['screenshot.failed'], { destinationIds: [other] });
    await updateDestination(workspace.core, { destinationId, status: 'DISABLED' });
    await updateDestination(workspace.core, { destinationId, status: 'ACTIVE' });
    await updateDestination(workspace.core, { destinationId, status: 'DISABLED' });
    const found = await newDeliveries();
    expect(found.map((one) => [one.destinationId, one.content.destination?.id])).toEqual([
      [other, destinationId],
      [other, destinationId],
    ]);
    expect(found[0]!.content).toMatchObject({
      type: 'destination.disabled',
      destination: { name: 'test', disabledReason: 'REQUESTED' },
    });
  });

  test.each([
    [['page.state_changed', 'schedule.paused'], { itemIds: [1] }, '/itemIds'],
    [['schedule.missed'], { itemIds: [1] }, '/itemIds'],
    [['destination.disabled'], { scheduleIds: [1] }, '/scheduleIds'],
    [['execution.failed'], { failuresInARow: 5 }, '/failuresInARow'],
    [['page.state_changed'], { minimumRatio: 0.5 }, '/minimumRatio'],
  ] as const)('%j with %j never matches', async (events, more, path) => {
    await expect(addRule([...events], more)).rejects.toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ path, code: 'never_matches' })]),
    });
  });
});
