import { renewLeases } from '@shotclock/db/all-accounts';
import { eventually, repetitions } from '@shotclock/testing';
import { describe, expect, test } from 'vitest';
import {
  CoreError,
  cancelExecution,
  cancelScreenshot,
  claimScreenshot,
  createSchedule,
  deleteScreenshot,
  failAttempt,
  recoverLost,
  releaseCaptures,
  requeue,
  runSchedule,
} from '../../src/index.ts';
import { uncountedFacts } from '../lists/feed-records.fixture.ts';
import { settleAs } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, openWorkspaceForFile } from '../workspace.fixture.ts';

const rounds = repetitions({ usual: 6, thorough: 300 });
const items = 12;

const workspace = openWorkspaceForFile();

/** Whether the capture or execution was canceled; false if it was finished or deleted first. */
async function wasCancelled(cancelling: Promise<unknown>): Promise<boolean> {
  try {
    await cancelling;
    return true;
  } catch (error) {
    if (error instanceof CoreError && ['conflict', 'not_found'].includes(error.code)) return false;
    throw error;
  }
}

async function startRun(count = items): Promise<{ executionId: number; screenshotIds: number[] }> {
  const schedule = await createSchedule(
    workspace.core,
    hourly(inAnHour(), {
      items: Array.from({ length: count }, (_, index) => item(String(index))),
      policy: { detectChanges: true },
    }),
  );
  const { id } = await runSchedule(
    { ...workspace.core, contentCheckPrice: 0.01 },
    { scheduleId: schedule.id },
  );
  const rows = await workspace.db.orm.execute<{ id: string }>(
    `select id from screenshots where execution_id = ${id} order by id`,
  );
  return { executionId: id, screenshotIds: rows.map((row) => Number(row.id)) };
}

/**
 * Releases captures and processes each in a different way, as a worker would, until the execution has no pending
 * captures.
 */
async function work(offset: number): Promise<void> {
  const { db, work: worker } = workspace;
  for (let step = 0; step < items; step += 1) {
    const jobs: { screenshotId: number; attempt: number }[] = [];
    await releaseCaptures({ db, enqueue: async (released) => void jobs.push(...released) }, { window: 3 });
    for (const job of jobs) {
      const claim = await claimScreenshot(worker, job);
      if (!claim) continue;
      const way = (claim.screenshotId + offset + step) % 5;
      if (way === 0) await settleAs(workspace, claim, 'succeeds');
      if (way === 1) await settleAs(workspace, claim, 'fails');
      if (way === 2) await requeue(worker, claim);
      if (way === 3) await failAttempt(worker, claim, { code: 'connection_failed', description: 'Reset.' });
      if (way === 4) {
        await db.orm.execute(
          `update captures set lease_expires_at = now() - interval '1 second'
           where screenshot_id = ${claim.screenshotId} and attempt_token is not null`,
        );
        await recoverLost({ db });
      }
    }
  }
}

/** Rules, each expressed as a query for the rows that violate it. */
const violations = {
  'a capture or a check is unfinished': `
    select id from screenshots where status not in ('SUCCESS', 'FAILED') or captured_at is null
    union all select screenshot_id from captures
    union all select id from content_checks where status = 'PENDING'`,
  'an execution is unfinished, or its counters are wrong': `
    select e.id from schedule_executions e where status = 'PROCESSING' or successful_items + failed_items <> total_items
      or total_items <> ${items} or successful_items <> (
        select count(*) from screenshots s where s.execution_id = e.id and s.status = 'SUCCESS')`,
  'a failed check was not credited exactly once, or another check was': `
    select c.id from content_checks c where (
      select count(*) from wallet_entries e where e.reference_id = c.id::text and e.reference_type = 'CONTENT_CHANGE'
        and e.transaction_type = 'CREDIT') <> case c.status when 'FAILED' then 1 else 0 end`,
  'the activity feed miscounts': `
    select * from (
      select account_id, counter, sum(total) as kept from (
        select account_id, counter, total from counts
        union all select account_id, counter, records from (${uncountedFacts}) uncounted
      ) parts where counter in (1, 2) group by 1, 2
    ) kept
    full join (
      select account_id, case source when 'MANUAL_SCREENSHOT' then 1 else 2 end as counter, count(*) as counted
      from screenshots where captured_at is not null group by 1, 2
    ) s using (account_id, counter) where coalesce(kept, 0) <> coalesce(counted, 0)`,
};

test('cancellations leave consistent data when they race with claims, settlements, requeues, recovery, deletion and each other', async () => {
  let [cancelledRuns, cancelledCaptures] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const { executionId, screenshotIds } = await startRun();
    const racing = [
      work(round),
      work(round + 1),
      ...[0, 3, 3, 6].map(async (index) => {
        const cancelling = cancelScreenshot(workspace.core, { screenshotId: screenshotIds[index]! });
        if (await wasCancelled(cancelling)) cancelledCaptures += 1;
      }),
      wasCancelled(deleteScreenshot(workspace.core, { screenshotId: screenshotIds[8]! })),
      wasCancelled(deleteScreenshot(workspace.core, { screenshotId: screenshotIds[6]! })),
    ];
    // Two clients cancel half of the runs immediately and the other half after the workers have finished.
    if (round % 2 === 1) await Promise.all(racing);
    const cancelling = [1, 2].map(() => wasCancelled(cancelExecution(workspace.core, { executionId })));
    if ((await Promise.all(cancelling)).includes(true)) cancelledRuns += 1;
    await Promise.all(racing);
  }
  expect(cancelledRuns).toBeGreaterThan(0);
  expect(cancelledCaptures).toBeGreaterThan(0);
  for (const [rule, query] of Object.entries(violations))
    expect([...(await workspace.db.orm.execute(query))], rule).toEqual([]);
}, 300_000);

test('exactly one of several concurrent requests cancels a capture', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { executionId, screenshotIds } = await startRun();
    const requests = Array.from({ length: 4 }, () =>
      wasCancelled(cancelScreenshot(workspace.core, { screenshotId: screenshotIds[0]! })),
    );
    expect((await Promise.all(requests)).filter((cancelled) => cancelled)).toHaveLength(1);
    await cancelExecution(workspace.core, { executionId });
  }
});

/** Resolves when `count` sessions are waiting for a lock, or when `ended` has resolved. */
async function untilBlocked(count: number, ended: Promise<unknown>): Promise<void> {
  let isOver = false;
  ended.catch(() => undefined).then(() => (isOver = true));
  const blocked = async () =>
    (
      await workspace.db.orm.execute(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length;
  await eventually(async () => isOver || (await blocked()) >= count, { what: `${count} blocked sessions` });
}

describe('canceling an execution does not deadlock', () => {
  const never = new Promise(() => undefined);

  /** Cancels the execution and calls `other` while a transaction holds a lock on its first capture. */
  async function race(executionId: number, other: () => Promise<unknown>): Promise<unknown> {
    const unlock = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = workspace.db.transaction(async (tx) => {
      await tx.execute(
        `select from captures where execution_id = ${executionId} order by screenshot_id limit 1 for update`,
      );
      locked.resolve();
      await unlock.promise;
    });
    await locked.promise;
    const cancelling = cancelExecution(workspace.core, { executionId });
    await untilBlocked(1, never);
    const working = other();
    await untilBlocked(2, working);
    unlock.resolve();
    const [, result] = await Promise.all([cancelling, working, holding]);
    return result;
  }

  test('with a release of its captures in a different order', async () => {
    const { executionId, screenshotIds } = await startRun(20);
    // The capture of a retry is released last, in the second statement of the release.
    await workspace.db.orm.execute(
      `update captures set release_at = release_at + interval '1 ms' where screenshot_id = ${screenshotIds[0]}`,
    );
    await workspace.db.orm.execute('select pg_sleep(0.002)');
    const { db } = workspace;
    expect(
      await race(executionId, () => releaseCaptures({ db, enqueue: async () => undefined }, { window: 32 })),
    ).toBe(19);
  });

  test("with the renewal of its captures' leases", async () => {
    const { executionId, screenshotIds } = await startRun();
    const jobs: { screenshotId: number; attempt: number }[] = [];
    const { db, work: worker } = workspace;
    await releaseCaptures({ db, enqueue: async (released) => void jobs.push(...released) }, { window: 32 });
    // The last capture was released first and is the first one in the table.
    for (const job of jobs.reverse()) await claimScreenshot(worker, job);
    await db.orm.execute(`update captures set enqueued_at = now() - screenshot_id * interval '1 s'`);
    const tokens = await db.orm.execute<{ token: string }>(
      `select attempt_token as token from captures where execution_id = ${executionId}`,
    );
    expect(tokens).toHaveLength(screenshotIds.length);
    expect(
      await race(executionId, () =>
        renewLeases(
          db.orm,
          tokens.map(({ token }) => token),
          20,
        ),
      ),
    ).toEqual([]);
  });
});
