// A scheduler and a worker without browsers, which call the same verbs in the same order as the apps.

import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { channels, type Database } from '@shotclock/db';
import { findDueWork, renewLeases } from '@shotclock/db/all-accounts';
import { createCaptureConsumer, createCaptureProducer, type QueueConnection } from '@shotclock/queue';
import {
  type CoreContext,
  checkQueueAfterSeconds,
  claimScreenshot,
  createSchedule,
  recoverLost,
  recoverLostJobs,
  releaseCaptures,
  settleSuccess,
  storeCapture,
  unclaimedAfterSeconds,
  type WorkContext,
} from '../src/index.ts';
import { dispatchDue } from '../test/dispatch-due.fixture.ts';

/** Default of RELEASE_WINDOW. */
const window = 32;
const leaseSeconds = 20;
/** Long enough that a busy machine does not affect the measured cost of a job. */
const lockMs = 60_000;

/** A capture's image. Every second capture has an image that is already stored. */
export const imageOf = (screenshotId: number) =>
  Buffer.from(screenshotId % 2 === 0 ? 'known' : `new ${screenshotId}`);
export const hashOf = (image: Buffer) => createHash('sha256').update(image).digest('hex');

/** Creates a schedule that runs only on demand. Returns its ID. */
export async function createBenchSchedule(core: CoreContext, items: number): Promise<number> {
  const { id } = await createSchedule(core, {
    name: 'bench',
    schedule: { type: 'ONCE', firstRunAt: '2099-01-01T00:00:00Z' },
    items: Array.from({ length: items }, (_, n) => ({ url: `https://example.com/${n}` })),
  });
  return id;
}

export type SyntheticSystem = {
  /** Resolves when `count` captures in total have settled. */
  settled(count: number): Promise<void>;
  close(): Promise<void>;
};

/** @param options.pageMs duration of the simulated browser work */
export async function startSyntheticSystem(
  ctx: { db: Database; objects: WorkContext['objects'] },
  connection: QueueConnection,
  { concurrency, pageMs }: { concurrency: number; pageMs: number },
): Promise<SyntheticSystem> {
  const { db } = ctx;
  const logger = { debug: () => undefined, info: () => undefined, warn: console.error, error: console.error };
  const producer = createCaptureProducer(connection, { logger });
  const work: WorkContext = { ...ctx, leaseSeconds };
  const held = new Set<string>();
  let settledCaptures = 0;
  const consumer = createCaptureConsumer({
    connection,
    concurrency,
    lockMs,
    logger,
    async handle(job) {
      const claim = await claimScreenshot(work, job);
      if (!claim) return;
      held.add(claim.token);
      await delay(pageMs);
      const image = { body: imageOf(job.screenshotId), contentType: 'image/png' };
      const stored = await storeCapture(work.objects, { image, thumbnail: null, html: null, text: null });
      if (await settleSuccess(work, claim, { ...stored, description: null })) settledCaptures += 1;
      held.delete(claim.token);
    },
  });
  const renewal = setInterval(
    () => void renewLeases(db.orm, [...held], leaseSeconds),
    (leaseSeconds * 1_000) / 3,
  );
  const stopping = new AbortController();
  const scheduler = schedule(
    { db, enqueue: (jobs) => producer.add(jobs), queued: () => producer.count() },
    stopping.signal,
  );
  consumer.start();
  return {
    async settled(count) {
      while (settledCaptures < count) await delay(20);
    },
    async close() {
      stopping.abort();
      clearInterval(renewal);
      await scheduler;
      await consumer.close({ graceMs: 1_000 });
      await producer.close();
    },
  };
}

type SchedulerContext = Parameters<typeof releaseCaptures>[0] & Parameters<typeof recoverLostJobs>[0];

async function schedule(ctx: SchedulerContext, signal: AbortSignal): Promise<void> {
  let woken = Promise.withResolvers<void>();
  const wake = () => woken.resolve();
  signal.addEventListener('abort', wake);
  const subscription = await ctx.db.listen(channels.work, wake, wake);
  while (!signal.aborted) {
    woken = Promise.withResolvers();
    const ms = await tick(ctx);
    await Promise.race([
      woken.promise,
      delay(Math.max(20, Math.min(ms ?? 30_000, 30_000)), undefined, { ref: false }),
    ]);
  }
  await subscription.close();
}

const unlimited = { maxCapturesPerDayPerAccount: null, maxStoredBytesPerAccount: null };

/** Like the scheduler's `tick`. */
async function tick(ctx: SchedulerContext): Promise<number | null> {
  const times = { unclaimedAfterSeconds, checkQueueAfterSeconds };
  const due = await findDueWork(ctx.db.orm, times);
  if (due.runs) await dispatchDue({ ...ctx, captureAttempts: 3, contentCheckPrice: 1, limits: unlimited });
  if (due.lostCaptures) await recoverLost(ctx);
  if (due.possiblyLostJobs) await recoverLostJobs(ctx);
  if (!(due.runs || due.lostCaptures || due.possiblyLostJobs || due.waitingCaptures)) return due.msUntilNext;
  await releaseCaptures(ctx, { window });
  return (await findDueWork(ctx.db.orm, times)).msUntilNext;
}
