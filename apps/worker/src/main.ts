import { setFlagsFromString } from 'node:v8';
import {
  createBrowserSupervisor,
  createConsentRulesLoader,
  findBrowser,
  type Loss,
} from '@shotclock/capture';
import { checkStoreAtStart, checkStoreHealth, createOwnedStore, createRecordedStore } from '@shotclock/core';
import { createSchemaCheck, findDatabaseError, openDatabase, pingDatabase } from '@shotclock/db';
import { hasUnclaimedCapture } from '@shotclock/db/all-accounts';
import { createBlockedHostsLoader, parseEgressAllow } from '@shotclock/egress';
import { createImageConverter } from '@shotclock/images';
import { checkQueueSchema, createCaptureConsumer, queueConnection } from '@shotclock/queue';
import {
  checkBeforeStart,
  collectPool,
  createLifecycle,
  createLogger,
  createMetricsRegistry,
  createReadiness,
  HealthWarning,
  openLog,
  parseSetting,
  readProcessConfig,
  startHealthServer,
  startTracing,
} from '@shotclock/runtime';
import { createObjectStore, observeObjectStore } from '@shotclock/storage';
import { createCaptureProcessor } from './capture-processor.ts';
import { captureObserver, collectBrowsers } from './collect-metrics.ts';
import { createLeaseKeeper } from './lease-keeper.ts';
import { loadBlockLists } from './load-block-lists.ts';
import { loadConsentRules } from './load-consent-rules.ts';
import { reportChecks } from './report-checks.ts';
import { createStoreOutage } from './store-outage.ts';
import { createTimeLapseLoop } from './time-lapse-loop.ts';
import { workerChecks } from './worker-checks.ts';

/** How many milliseconds of the grace period are reserved for requeuing captures and closing. */
const closingMs = 5_000;
const mebibyte = 1_024 * 1_024;

// A capture allocates large buffers, most of which are short-lived. By default, V8 collects the whole heap every few
// captures. With this flag, V8 waits until the heap is five times the size of the surviving objects, about 160 MB, which
// is less than one browser uses. This nearly halves the CPU time of the process.
setFlagsFromString('--heap-growing-percent=400');

const config = readProcessConfig('worker');
const logger = createLogger({ name: 'worker', level: config.logLevel }, openLog(config));
const registry = createMetricsRegistry('worker', {
  processMetrics: true,
  onFailure: (collector, err) => logger.warn({ collector, err }, 'collecting metrics failed'),
});
const graceMs = config.shutdownGraceSeconds * 1_000;
let started = false;
const lifecycle = createLifecycle({ logger, graceMs });

try {
  const tracer = await startTracing('worker', config, logger);
  lifecycle.onShutdown('traces', () => tracer?.close());
  const allow = parseSetting('EGRESS_ALLOW', () => parseEgressAllow(config.egressAllow));
  const blockLists = await loadBlockLists(config.blockLists, logger);
  const consentRules = await loadConsentRules(config.consentRules);
  const executablePath = await findBrowser({ chromiumPath: config.chromiumPath });

  const db = openDatabase({
    url: config.databaseUrl,
    name: 'shotclock worker',
    connections: config.databaseConnections,
  });
  lifecycle.onShutdown('database', () => db.close());
  const { metrics } = registry;
  collectPool(registry, db.poolUsage);
  metrics.captureSlots.set(config.workerConcurrency);
  const store = observeObjectStore(createObjectStore(config), (operation, seconds, result) =>
    metrics.objectStoreDuration.observe(seconds, { operation, result }),
  );
  const objects = createRecordedStore(db, createOwnedStore(db, store));

  const browsers = createBrowserSupervisor({
    executablePath,
    sandbox: config.chromiumSandbox,
    isolation: config.browserIsolation,
    hidden: [config.dataDir],
    processes: config.workerConcurrency,
    allow,
    blockedHosts: createBlockedHostsLoader(blockLists),
    consentRules: createConsentRulesLoader(consentRules),
    logger,
    limits: {
      memoryBytes: config.browserMemoryMb * mebibyte,
      workerMemoryBytes: config.workerMemoryMb * mebibyte,
    },
    observer: captureObserver(metrics),
  });
  lifecycle.onShutdown('browsers', () => browsers.close());
  await browsers.start();
  collectBrowsers(registry, browsers);

  const warnOfLoss = (protection: Loss['protection']) => {
    const loss = browsers.facts()?.losses.find((one) => one.protection === protection);
    if (loss) throw new HealthWarning(loss.problem, { logged: true });
  };

  const leases = createLeaseKeeper({ db, leaseSeconds: config.captureLeaseSeconds, logger });
  lifecycle.onShutdown('leases', () => leases.close());

  const outage = createStoreOutage({ ping: () => objects.ping(), logger, signal: lifecycle.signal });
  const queue = queueConnection(config);
  const consumer = createCaptureConsumer({
    connection: queue,
    concurrency: config.workerConcurrency,
    handle: createCaptureProcessor({
      db,
      objects,
      leaseSeconds: config.captureLeaseSeconds,
      browsers,
      leases,
      outage,
      crashed: lifecycle.crashed,
      deadlineMs: config.captureDeadlineSeconds * 1_000,
      metrics,
      tracer,
      queue: queue.backend,
      logger,
    }),
    // During a store outage, jobs are delivered but their captures are not claimed.
    hasPendingJobs: async (ms) => !outage.isAway() && (await hasUnclaimedCapture(db.orm, ms / 1_000)),
    logger,
  });
  lifecycle.onShutdown('consumer', () => {
    const finishingMs = lifecycle.crashed.aborted ? 0 : Math.max(0, graceMs - closingMs);
    return consumer.close({ graceMs: finishingMs });
  });

  const readiness = createReadiness({
    checks: {
      database: () => pingDatabase(db),
      schema: createSchemaCheck(db, (newer) => logger.warn(newer)),
      queue: () => consumer.ping(),
      progress: () => consumer.checkProgress(),
      objects: () => checkStoreHealth({ db, objects }),
      browser: async () => {
        if (!browsers.healthy()) throw new Error('no browser process is running');
      },
      isolation: async () => warnOfLoss('isolation'),
      sandbox: async () => warnOfLoss('sandbox'),
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
  // Time-lapses are created one at a time in a low-priority process, so that captures take precedence.
  const converter = createImageConverter({ processes: 1, maxWaiting: 1, maxWaitingPerOwner: 1 });
  const timeLapses = createTimeLapseLoop({ db, objects, converter, logger });
  lifecycle.onShutdown('time-lapses', () => timeLapses.close());
  await checkBeforeStart(async () => (await findDatabaseError(db)) ?? (await checkQueueSchema(queue)), {
    signal: lifecycle.signal,
    logger,
  });
  await checkStoreAtStart({ db, objects }, logger);
  consumer.start();
  timeLapses.start();
  const reports = reportChecks({
    db,
    checks: workerChecks({ config, browsers, consumer, allow }),
    logger,
  });
  lifecycle.onShutdown('reports', () => reports.close());
  started = true;
  logger.info({ healthPort: health.port, browser: executablePath }, 'worker is running');
} catch (error) {
  await lifecycle.fail(error);
}
