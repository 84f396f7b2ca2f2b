import {
  checkStoreAtStart,
  createConfiguredMailer,
  createConversions,
  createLinkSigner,
  createLinks,
  createOwnedStore,
  createRecordedStore,
  loadLinkSecrets,
  type SendingContext,
} from '@shotclock/core';
import {
  createSchemaCheck,
  type Database,
  findDatabaseError,
  openDatabase,
  pingDatabase,
} from '@shotclock/db';
import { createOutboundClient, type EgressAllow, parseEgressAllow } from '@shotclock/egress';
import { createImageConverter } from '@shotclock/images';
import { checkQueueSchema, createCaptureProducer, queueConnection } from '@shotclock/queue';
import {
  checkBeforeStart,
  collectPool,
  createLifecycle,
  createLogger,
  createMetricsRegistry,
  createReadiness,
  openLog,
  parseSetting,
  readProcessConfig,
  startHealthServer,
  startTracing,
} from '@shotclock/runtime';
import { createSealer } from '@shotclock/sealing';
import { createObjectStore, observeObjectStore } from '@shotclock/storage';
import { checkWaitingTime } from './check-waiting-time.ts';
import { collectSchedulerMetrics } from './collect-metrics.ts';
import { createSchedulerLoop } from './loop.ts';
import { rotateSecrets } from './rotate-secrets.ts';

const config = readProcessConfig('scheduler');
const logger = createLogger({ name: 'scheduler', level: config.logLevel }, openLog(config));
const registry = createMetricsRegistry('scheduler', {
  processMetrics: true,
  onFailure: (collector, err) => logger.warn({ collector, err }, 'collecting metrics failed'),
});
/** One process, because messages are not urgent. All attempts in flight can wait for their pictures. */
const converterOptions = { processes: 1, maxWaiting: 1_000, maxWaitingPerOwner: 1_000 };
let started = false;
const lifecycle = createLifecycle({ logger, graceMs: config.shutdownGraceSeconds * 1_000 });

try {
  const tracer = await startTracing('scheduler', config, logger);
  lifecycle.onShutdown('traces', () => tracer?.close());
  const db = openDatabase({
    url: config.databaseUrl,
    name: 'shotclock scheduler',
    connections: config.databaseConnections,
  });
  lifecycle.onShutdown('database', () => db.close());

  const producer = createCaptureProducer(queueConnection(config), { logger });
  lifecycle.onShutdown('queue', () => producer.close());

  const { metrics } = registry;
  collectPool(registry, db.poolUsage);
  collectSchedulerMetrics(registry, { db, queued: () => producer.count() });
  const store = observeObjectStore(createObjectStore(config), (operation, seconds, result) =>
    metrics.objectStoreDuration.observe(seconds, { operation, result }),
  );
  const objects = createRecordedStore(db, createOwnedStore(db, store));
  const converter = createImageConverter(converterOptions);
  lifecycle.onShutdown('conversions', () => converter.close());

  const alertAllow = parseSetting('ALERT_ALLOW', () => parseEgressAllow(config.alertAllow));
  const loop = createSchedulerLoop({
    db,
    objects,
    objectGraceSeconds: config.objectGraceHours * 3_600,
    retentionDays: config.retentionDays,
    recordRetentionDays: config.recordRetentionDays,
    auditRetentionDays: config.auditRetentionDays,
    alertRetentionDays: config.alertRetentionDays,
    createSending: async () => {
      const sending = await createSending(db, alertAllow);
      return sending && { ...sending, objects, conversions: createConversions(converter) };
    },
    async enqueue(jobs) {
      await producer.add(jobs);
      for (const { priority = 'low' } of jobs) metrics.released.add(1, { priority });
    },
    queued: () => producer.count(),
    window: config.releaseWindow,
    limits: {
      maxRunningCapturesPerAccount: config.maxRunningCapturesPerAccount,
      maxCapturesPerDayPerAccount: config.maxCapturesPerDayPerAccount,
      maxStoredBytesPerAccount: config.maxStoredBytesPerAccount,
    },
    leaseSeconds: config.captureLeaseSeconds,
    captureAttempts: config.captureAttempts,
    contentCheckPrice: config.contentCheckPrice,
    metrics,
    tracer,
    logger,
  });
  const readiness = createReadiness({
    checks: {
      database: () => pingDatabase(db),
      schema: createSchemaCheck(db, (newer) => logger.warn(newer)),
      queue: () => producer.ping(),
      progress: () => loop.checkProgress(),
      waiting: () => checkWaitingTime(db, config.maxWaitSeconds),
    },
    started: () => started,
    stopping: lifecycle.signal,
    logger,
  });
  const health = await startHealthServer({
    host: config.healthHost,
    port: config.healthPort,
    readiness,
    logger,
    metrics: registry,
  });
  lifecycle.onShutdown('health', () => health.close());

  await checkBeforeStart(
    async () => (await findDatabaseError(db)) ?? (await checkQueueSchema(queueConnection(config))),
    { signal: lifecycle.signal, logger },
  );
  await checkStoreAtStart({ db, objects }, logger);
  if (config.secretsKeys) await rotateSecrets(db, createSealer(config.secretsKeys), logger);
  const running = loop.run(lifecycle.signal);
  started = true;
  lifecycle.onShutdown('loop', () => running);
  logger.info({ healthPort: health.port }, 'scheduler is running');
  await running;
} catch (error) {
  await lifecycle.fail(error);
}

/** How alerts are sent; null without a key for the addresses of destinations. */
async function createSending(
  db: Database,
  allow: EgressAllow,
): Promise<Omit<SendingContext, 'objects' | 'conversions'> | null> {
  const { secretsKeys, authMode, linkSecrets, publicUrl } = config;
  if (secretsKeys === null) return null;
  const signer = authMode === 'api-key' ? createLinkSigner(await loadLinkSecrets({ db }, linkSecrets)) : null;
  return {
    db,
    sealer: createSealer(secretsKeys),
    client: createOutboundClient({ allow }),
    mailer: createConfiguredMailer(config, logger),
    links: createLinks({ publicUrl: () => publicUrl, signer }),
  };
}
