import { createSchemaCheck, findDatabaseError, openDatabase, pingDatabase } from '@shotclock/db';
import { checkQueueSchema, createCaptureProducer, queueConnection } from '@shotclock/queue';
import {
  checkBeforeStart,
  createLifecycle,
  createLogger,
  readProcessConfig,
  startHealthServer,
} from '@shotclock/runtime';
import { createObjectStore } from '@shotclock/storage';
import { checkWaitingTime } from './check-waiting-time.ts';
import { createSchedulerLoop } from './loop.ts';

const config = readProcessConfig('scheduler');
const logger = createLogger({ name: 'scheduler', level: config.logLevel });
const lifecycle = createLifecycle({ logger, graceMs: config.shutdownGraceSeconds * 1_000 });

try {
  const db = openDatabase({ url: config.databaseUrl, name: 'shotclock scheduler', connections: 4 });
  lifecycle.onShutdown('database', () => db.close());

  const producer = createCaptureProducer(queueConnection(config), { logger });
  lifecycle.onShutdown('queue', () => producer.close());

  const loop = createSchedulerLoop({
    db,
    objects: createObjectStore(config),
    objectGraceSeconds: config.objectGraceHours * 3_600,
    retentionDays: config.retentionDays,
    enqueue: (jobs) => producer.add(jobs),
    queued: () => producer.count(),
    window: config.releaseWindow,
    captureAttempts: config.captureAttempts,
    contentCheckPrice: config.contentCheckPrice,
    logger,
  });
  const health = await startHealthServer({
    host: config.healthHost,
    port: config.healthPort,
    checks: {
      database: () => pingDatabase(db),
      schema: createSchemaCheck(db, (newer) => logger.warn(newer)),
      queue: () => producer.ping(),
      progress: () => loop.checkProgress(),
      waiting: () => checkWaitingTime(db, config.maxWaitSeconds),
    },
    logger,
    stopping: lifecycle.signal,
  });
  lifecycle.onShutdown('health', () => health.close());

  await checkBeforeStart(
    async () => (await findDatabaseError(db)) ?? (await checkQueueSchema(queueConnection(config))),
    { signal: lifecycle.signal, logger },
  );
  const running = loop.run(lifecycle.signal);
  lifecycle.onShutdown('loop', () => running);
  logger.info({ healthPort: health.port }, 'scheduler is running');
  await running;
} catch (error) {
  await lifecycle.fail(error);
}
