import type { EventName, StartEventName } from '@shotclock/contracts';
import type { Queryable } from '@shotclock/db';
import { returnToPending } from '@shotclock/db/all-accounts';
import { createImageConverter } from '@shotclock/images';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type CoreContext,
  createEventHub,
  createSchedule,
  createScreenshot,
  createShare,
  createTimeLapse,
  deleteScreenshot,
  deleteTimeLapse,
  type EventHub,
  makeTimeLapse,
  pauseSchedule,
  revokeShare,
  runSchedule,
} from '../../src/index.ts';
import { claimAll, settleAs } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, newAccount, openWorkspaceForEachTest } from '../workspace.fixture.ts';

type Sent = { event: EventName | StartEventName; id: string | undefined; data: Record<string, unknown> };

const workspace = openWorkspaceForEachTest();
let hub: EventHub;
let core: CoreContext;
const errors: unknown[] = [];
beforeEach(() => {
  core = workspace.core;
  hub = createEventHub(workspace.db, { onError: (error) => errors.push(error), heartbeatMs: 3_600_000 });
});
afterEach(async () => {
  await hub.close();
  expect(errors).toEqual([]);
});

/** Collects the events of an account. */
async function listen({ accountId }: CoreContext, lastEventId: string | null = null) {
  const sent: Sent[] = [];
  const stop = await hub.listen(
    {
      accountId,
      send: (part) => {
        const fields = [...part.toString().matchAll(/(?:id: (\S+)\n)?event: (\S+)\ndata: (.*)\n\n/g)];
        sent.push(...fields.map(([, id, event, data]) => ({ id, event, data: JSON.parse(data!) }) as Sent));
      },
      drained: async () => true,
      isAuthorized: async () => true,
      close: () => {},
    },
    lastEventId,
  );
  const of = (event: EventName) => sent.filter((one) => one.event === event).map(({ data }) => data);
  return {
    sent,
    of,
    stop,
    lastEventId: () => sent.findLast(({ id }) => id)!.id!,
    /** Waits for an event with these fields. */
    waitFor: (event: EventName, fields: Record<string, unknown>) =>
      expect.poll(() => of(event), { timeout: 30_000 }).toContainEqual(expect.objectContaining(fields)),
  };
}

/** A transaction that adds a screenshot to the account and that commits when the returned function is called. */
async function addScreenshot({ accountId }: CoreContext, { factAgeSeconds = 0 } = {}) {
  const committing = Promise.withResolvers<void>();
  const added = Promise.withResolvers<number>();
  const done = workspace.db.transaction(async (tx: Queryable) => {
    const [row] = await tx.execute<{ id: string }>(`
      insert into screenshots (account_id, source, url, full_page, format, response_type, extract_html, extract_text, status, captured_at)
      values (${accountId}, 'MANUAL_SCREENSHOT', 'https://example.com/', false, 'png', 'json', false, false, 'SUCCESS', clock_timestamp())
      returning id`);
    if (factAgeSeconds > 0)
      await tx.execute(
        `update facts set at = at - interval '${factAgeSeconds} seconds' where subject_id = ${row!.id}`,
      );
    added.resolve(Number(row!.id));
    await committing.promise;
  });
  return {
    id: await added.promise,
    commit: async () => {
      committing.resolve();
      await done;
      workspace.db.changed(accountId);
    },
  };
}

async function finishedScreenshot(of: CoreContext): Promise<number> {
  const { id, commit } = await addScreenshot(of);
  await commit();
  return id;
}

describe('the events of an account', { timeout: 60_000 }, () => {
  test('report transactions in commit order, even if an earlier transaction commits later', async () => {
    const listener = await listen(core);
    const earlier = await addScreenshot(core);
    const later = await addScreenshot(core);
    await later.commit();
    await listener.waitFor('screenshot', { id: later.id });
    const resumedAfter = listener.lastEventId();
    await earlier.commit();
    await listener.waitFor('screenshot', { id: earlier.id });
    expect(listener.of('screenshot').map(({ id }) => id)).toEqual([later.id, earlier.id]);

    const resumed = await listen(core, resumedAfter);
    await resumed.waitFor('screenshot', { id: earlier.id });
    expect(resumed.sent[0]!.event).toBe('ready');
  });

  test('are not lost if their transaction commits long after it appended the facts', async () => {
    const listener = await listen(core);
    const slow = await addScreenshot(core, { factAgeSeconds: 10 });
    // Both listeners read while the transaction is open and before any transaction with a later ID has ended.
    workspace.db.changed(core.accountId);
    const resumed = await listen(core, (await listen(core)).lastEventId());
    await slow.commit();
    await listener.waitFor('screenshot', { id: slow.id });
    await resumed.waitFor('screenshot', { id: slow.id });
  });

  test('are read in pages after a long interruption', async () => {
    const listener = await listen(core);
    const { id } = listener.sent[0]!;
    listener.stop();
    await workspace.db.orm.execute(`
      insert into screenshots (account_id, source, url, full_page, format, response_type, extract_html, extract_text, status, captured_at)
      select ${core.accountId}, 'MANUAL_SCREENSHOT', 'https://example.com/', false, 'png', 'json', false, false, 'SUCCESS', clock_timestamp()
      from generate_series(1, 450)`);
    const resumed = await listen(core, id!);
    const received = () => new Set(resumed.of('screenshot').map((data) => data.id));
    await expect.poll(() => received().size, { timeout: 30_000 }).toBe(450);
    const last = await listen(core, resumed.lastEventId());
    const next = await finishedScreenshot(core);
    await last.waitFor('screenshot', { id: next });
  });

  test('report a capture from request to end, and each attempt once', async () => {
    const listener = await listen(core);
    const { id } = await createScreenshot(core, { request: item() });
    await listener.waitFor('screenshot', { id, status: 'PENDING' });
    const [first] = await claimAll(workspace);
    await listener.waitFor('screenshot', { id, status: 'PROCESSING' });
    await returnToPending(workspace.db.orm, first!, { spent: 1, afterSeconds: 0 });
    workspace.db.changed(core.accountId);
    await expect.poll(() => listener.of('screenshot').at(-1)!.status).toBe('PENDING');
    const [second] = await claimAll(workspace);
    await expect.poll(() => listener.of('screenshot').at(-1)!.status).toBe('PROCESSING');
    await settleAs(workspace, second!, 'succeeds');
    await listener.waitFor('screenshot', { id, status: 'SUCCESS' });
    expect(listener.of('screenshot').map(({ status }) => status)).toEqual([
      'PENDING',
      'PROCESSING',
      'PENDING',
      'PROCESSING',
      'SUCCESS',
    ]);
  });

  test('report a run, its schedule and its captures', async () => {
    const { id: scheduleId } = await createSchedule(
      core,
      hourly(inAnHour(), { items: [item('a'), item('b')] }),
    );
    const listener = await listen(core);
    const { id: executionId } = await runSchedule(core, { scheduleId });
    await listener.waitFor('execution', { id: executionId, status: 'PROCESSING', successfulItems: 0 });
    expect(new Set(listener.of('schedule').map(({ id }) => id))).toEqual(new Set([scheduleId]));
    for (const claim of await claimAll(workspace)) await settleAs(workspace, claim, 'succeeds');
    await listener.waitFor('execution', { id: executionId, status: 'COMPLETED', successfulItems: 2 });
    expect(listener.of('screenshot').at(-1)).toMatchObject({ scheduleId, scheduleExecutionId: executionId });
    const schedules = listener.of('schedule').length;
    await pauseSchedule(core, { scheduleId });
    await expect.poll(() => listener.of('schedule').length).toBe(schedules + 1);
    expect(listener.of('schedule').at(-1)!.pausedAt).not.toBeNull();
  });

  test('report the links of a screenshot, including those that are deleted with it', async () => {
    const other = await newAccount(workspace);
    const [listener, stranger] = [await listen(core), await listen(other)];
    const screenshotId = await finishedScreenshot(core);
    const [first, second] = [
      await createShare(core, { screenshotId }),
      await createShare(core, { screenshotId }),
    ];
    await listener.waitFor('share', { id: first.id, screenshotId, deleted: false });
    await revokeShare(core, { screenshotId, shareId: first.id });
    await listener.waitFor('share', { id: first.id, screenshotId, deleted: true });
    await deleteScreenshot(core, { screenshotId });
    await listener.waitFor('share', { id: second.id, screenshotId, deleted: true });
    const theirs = await finishedScreenshot(other);
    await stranger.waitFor('screenshot', { id: theirs });
    expect(stranger.sent.map(({ event }) => event)).toEqual(['ready', 'screenshot']);
  });

  test('begin with reset if the last event is more than an hour old', async () => {
    const listener = await listen(core);
    const [xid, since] = listener.lastEventId().split('.') as [string, string];
    const before = (ms: number) => `${xid}.${(Number.parseInt(since, 36) - ms).toString(36)}`;
    expect((await listen(core, before(3_500_000))).sent[0]!.event).toBe('ready');
    expect((await listen(core, before(3_700_000))).sent[0]!.event).toBe('reset');
  });
});

describe('the events of a time-lapse', { timeout: 60_000 }, () => {
  const converter = createImageConverter({ processes: 1, maxWaiting: 1, maxWaitingPerOwner: 1 });
  afterAll(() => converter.close());

  test('report the request, progress, end and deletion', async () => {
    const { items } = await createSchedule(core, hourly(inAnHour(), { items: [item()] }));
    const itemId = items[0]!.id;
    const [listener, stranger] = [await listen(core), await listen(await newAccount(workspace))];
    const { id } = await createTimeLapse(core, { itemId, request: { width: 160 } });
    await listener.waitFor('time-lapse', { id, itemId, status: 'PENDING', deleted: false });
    await makeTimeLapse({ ...workspace.work, converter }, new AbortController().signal);
    await listener.waitFor('time-lapse', { id, status: 'FAILED', deleted: false });
    await deleteTimeLapse(core, { timeLapseId: id });
    await listener.waitFor('time-lapse', { id, itemId, status: null, deleted: true });
    const kinds = await workspace.db.orm.execute<{ kind: string }>(
      `select kind from facts where subject_id = ${id} and kind like 'time-lapse.%' order by id`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'time-lapse.created',
      'time-lapse.started',
      'time-lapse.failed',
      'time-lapse.deleted',
    ]);
    expect(stranger.sent.map(({ event }) => event)).toEqual(['ready']);
  });
});
