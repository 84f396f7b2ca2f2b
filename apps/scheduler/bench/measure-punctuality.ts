import { setTimeout as sleep } from 'node:timers/promises';
import { claimScreenshot, createRecordedStore, failAttempt } from '@shotclock/core';
import { type Database, openDatabase } from '@shotclock/db';
import { createCaptureConsumer, queueConnection } from '@shotclock/queue';
import { createFilesystemStore } from '@shotclock/storage';
import { startApp } from '@shotclock/testing';

const firstAfterSeconds = 3;
const pollIntervalMs = 200;
const timeoutMs = 30_000;

/** Milliseconds after the scheduled time, for each run. */
export type Punctuality = {
  /** Start of the transaction that created the execution (`startedAt`). */
  started: number[];
  /** The time when a worker claimed the capture. */
  claimed: number[];
};

/**
 * Measures runs at random times within `seconds` seconds, with a scheduler process. A consumer replaces the worker: it
 * claims each capture and fails it immediately, because the time after the claim depends on the page.
 */
export async function measurePunctuality(
  setting: { databaseUrl: string; redisUrl: string | null; folder: string },
  options: { runs: number; seconds: number },
): Promise<Punctuality> {
  const db = openDatabase({ url: setting.databaseUrl, name: 'bench' });
  const { databaseUrl, redisUrl, folder } = setting;
  const scheduler = await startApp('scheduler', {
    DATABASE_URL: databaseUrl,
    ...(redisUrl !== null && { REDIS_URL: redisUrl }),
    DATA_DIR: folder,
  });
  const consumer = startClaimingConsumer(db, setting);
  try {
    const [planned] = await db.orm.execute<{ before: string }>(
      'select max(id)::text as before from schedule_executions',
    );
    await db.orm.execute(scheduleOnceAtRandomTimes(options));
    await db.orm.execute(`select pg_notify('shotclock_work', '')`);
    await sleep((firstAfterSeconds + options.seconds) * 1_000);
    for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += pollIntervalMs) {
      const rows = await db.orm.execute<{ started: number; claimed: number }>(`
        select extract(epoch from e.started_at - e.scheduled_for)::float8 * 1000 as started,
          extract(epoch from s.started_at - e.scheduled_for)::float8 * 1000 as claimed
        from schedule_executions e join screenshots s on s.execution_id = e.id
        where e.id > ${planned!.before} and s.captured_at is not null`);
      if (rows.length === options.runs)
        return { started: rows.map((row) => row.started), claimed: rows.map((row) => row.claimed) };
      await sleep(pollIntervalMs);
    }
    throw new Error(`not all of ${options.runs} runs completed in time`);
  } finally {
    await consumer.close({ graceMs: 1_000 });
    await scheduler.stop();
    await db.close();
  }
}

function startClaimingConsumer(
  db: Database,
  setting: { databaseUrl: string; redisUrl: string | null; folder: string },
) {
  const log = (line: object | string) => process.stderr.write(`${JSON.stringify(line)}\n`);
  const ctx = {
    db,
    objects: createRecordedStore(db, createFilesystemStore(setting.folder)),
    leaseSeconds: 20,
  };
  const consumer = createCaptureConsumer({
    connection: queueConnection(setting),
    concurrency: 4,
    async handle(job) {
      const claim = await claimScreenshot(ctx, job);
      if (claim)
        await failAttempt(ctx, claim, { code: 'not_a_page', description: 'The benchmark only claims.' });
    },
    logger: { debug() {}, info() {}, warn: log, error: log },
  });
  consumer.start();
  return consumer;
}

/** Makes each of the last schedules in the table run once, at a random time. */
function scheduleOnceAtRandomTimes({ runs, seconds }: { runs: number; seconds: number }): string {
  return `
    update schedules s set type = 'ONCE', first_run_at = at, next_run_at = at, interval_value = null, interval_unit = null,
      status = 'ACTIVE', runs = 0
    from (
      select id, (clock_timestamp() + (${firstAfterSeconds} + random() * ${seconds}) * interval '1 second')::timestamptz(3) as at
      from schedules order by id desc limit ${runs}
    ) chosen
    where s.id = chosen.id`;
}
