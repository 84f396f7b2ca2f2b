import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import {
  type Authentication,
  checkStoreAtStart,
  checkStoreHealth,
  clockCheck,
  createAdmission,
  createAuthentication,
  createConfiguredMailer,
  createConversions,
  createEventHub,
  createKeyQuota,
  createLinkSigner,
  createLinks,
  createOwnedStore,
  createRecordedStore,
  createSettlementListener,
  databaseCheck,
  diskCheck,
  type LinkSigner,
  loadLinkSecrets,
  type RequestLimits,
  storeCheck,
} from '@shotclock/core';
import {
  createSchemaCheck,
  type Database,
  findDatabaseError,
  openDatabase,
  pingDatabase,
} from '@shotclock/db';
import { hasApiKeys } from '@shotclock/db/all-accounts';
import { createOutboundClient, parseEgressAllow } from '@shotclock/egress';
import { createImageConverter } from '@shotclock/images';
import { openCounterRedis } from '@shotclock/queue/redis';
import {
  checkBeforeStart,
  collectPool,
  createLifecycle,
  createLogger,
  createMetricsRegistry,
  createReadiness,
  diagnose,
  firstKeyCommand,
  openLog,
  parseSetting,
  readProcessConfig,
  reuse,
  startHealthServer,
  startTracing,
} from '@shotclock/runtime';
import { createSealer } from '@shotclock/sealing';
import { createObjectStore, observeObjectStore } from '@shotclock/storage';
import type { Api } from './api-instance.ts';
import { buildApp } from './app.ts';
import { listen } from './listen.ts';
import { dashboardFolder, loadDashboard } from './pages/load-dashboard.ts';
import { handbookFolder, openHandbook } from './pages/open-handbook.ts';
import { reportDatabaseErrors } from './report-database-errors.ts';

const config = readProcessConfig('api');
const logger = createLogger({ name: 'api', level: config.logLevel }, openLog(config));
const registry = createMetricsRegistry('api', {
  processMetrics: true,
  onFailure: (collector, err) => logger.warn({ collector, err }, 'collecting metrics failed'),
});
const lifecycle = createLifecycle({
  logger,
  graceMs: config.shutdownGraceSeconds * 1_000,
  delayMs: config.shutdownDelaySeconds * 1_000,
});

/** How long the results of the checks are reused, because each run of the checks writes an object. */
const diagnosisMaxAgeMs = 10_000;

/**
 * Leaves half of the processors for requests and captures, but starts at least two processes, so that short conversions
 * have one of their own. A waiting conversion uses little memory.
 */
const converterOptions = {
  processes: Math.max(2, Math.floor(availableParallelism() / 2)),
  maxWaiting: 64,
  maxWaitingPerOwner: 32,
};

try {
  const tracer = await startTracing('api', config, logger);
  lifecycle.onShutdown('traces', () => tracer?.close());
  const db = openDatabase({
    url: config.databaseUrl,
    name: 'shotclock api',
    connections: config.databaseConnections,
    // The remaining connections are reserved for reads.
    transactions: Math.floor(config.databaseConnections / 2),
  });
  lifecycle.onShutdown('database', () => db.close());
  const { metrics } = registry;
  collectPool(registry, db.poolUsage);
  const store = observeObjectStore(createObjectStore(config), (operation, seconds, result) =>
    metrics.objectStoreDuration.observe(seconds, { operation, result }),
  );
  const objects = createRecordedStore(db, createOwnedStore(db, store));
  await checkBeforeStart(() => findDatabaseError(db), { signal: lifecycle.signal, logger });
  await checkStoreAtStart({ db, objects }, logger);
  const settlements = createSettlementListener(db, {
    onError: reportDatabaseErrors(logger, 'requests fail until it responds'),
  });
  lifecycle.onShutdown('settlements', () => settlements.close());

  const events = createEventHub(db, {
    onError: reportDatabaseErrors(logger, 'event streams continue later'),
  });
  lifecycle.onShutdown('events', () => events.close());

  const needsKeys = config.authMode === 'api-key';
  const signer = needsKeys ? createLinkSigner(await loadLinkSecrets({ db }, config.linkSecrets)) : null;
  const authentication = signer ? startAuthentication(db, signer, events.checkAuthorization) : null;
  const redis = authentication && config.redisUrl ? openCounterRedis(config.redisUrl) : null;
  lifecycle.onShutdown('redis', async () => redis?.disconnect());

  let actualUrl = config.publicUrl;
  const publicUrl = () => actualUrl;
  const links = createLinks({ publicUrl, signer });
  const admission = createAdmission(db);
  const keyQuota = createKeyQuota(db);
  const converter = createImageConverter(converterOptions);
  const conversions = createConversions(converter);
  const alertAllow = parseSetting('ALERT_ALLOW', () => parseEgressAllow(config.alertAllow));
  const alerting = {
    sealer: config.secretsKeys ? createSealer(config.secretsKeys) : null,
    client: createOutboundClient({ allow: alertAllow }),
    mailer: createConfiguredMailer(config, logger),
  };
  const limits: RequestLimits = {
    minRunIntervalSeconds: config.minRunIntervalSeconds,
    maxItemsPerSchedule: config.maxItemsPerSchedule,
    maxRunningCapturesPerAccount: config.maxRunningCapturesPerAccount,
    maxCapturesPerDayPerAccount: config.maxCapturesPerDayPerAccount,
    maxSchedulesPerAccount: config.maxSchedulesPerAccount,
    maxApiKeysPerAccount: config.maxApiKeysPerAccount,
    maxStoredBytesPerAccount: config.maxStoredBytesPerAccount,
    maxWaitingCapturesPerAccount: config.maxWaitingCapturesPerAccount,
    maxWaitingCaptures: config.maxWaitingCaptures,
    maxWaitingRequestsPerAccount: config.maxWaitingRequestsPerAccount,
    maxWaitingRequests: config.maxWaitingRequests,
    maxEventStreamsPerAccount: config.maxEventStreamsPerAccount,
    maxEventStreams: config.maxEventStreams,
    maxIdempotencyKeysPerAccount: config.maxIdempotencyKeysPerAccount,
    maxReplayBytesPerAccount: config.maxReplayBytesPerAccount,
    maxItemBytesPerAccount: config.maxItemBytesPerAccount,
  };
  const readiness = createReadiness({
    checks: {
      database: () => pingDatabase(db),
      schema: createSchemaCheck(db, (newer) => logger.warn(newer)),
      objects: () => checkStoreHealth({ db, objects }),
    },
    stopping: lifecycle.draining,
    logger,
    // Readiness does not require a key, but each check writes a file and queries the database, so its result is cached.
    maxAgeMs: 1_000,
  });
  const checks = [
    databaseCheck(db),
    storeCheck(() => store, db),
    clockCheck({ db, s3Endpoint: config.s3?.endpoint ?? null }),
    diskCheck(config.dataDir),
  ];
  const app = await buildApp({
    logger,
    authentication,
    maxFailedKeys: config.maxInvalidKeysPerAddress,
    requestLimit: authentication && { perMinute: config.maxRequestsPerMinutePerKey, redis },
    trustProxy: config.trustProxy,
    coreContext: () => ({
      db,
      objects,
      links,
      limits,
      admission,
      keyQuota,
      conversions,
      alerting,
      ...(authentication
        ? { onApiKeyChanged: authentication.forget, onSessionEnded: authentication.forgetSession }
        : {}),
      onCancelled: (captures) => metrics.settled.add(captures, { outcome: 'cancelled' }),
      captureAttempts: config.captureAttempts,
      contentCheckPrice: config.contentCheckPrice,
    }),
    maxItemsPerRequest: config.maxItemsPerRequest,
    publicUrl,
    settlements,
    events,
    egressAllow: parseSetting('EGRESS_ALLOW', () => parseEgressAllow(config.egressAllow)),
    alertAllow,
    delivery: config.s3?.delivery ?? 'stream',
    readiness,
    diagnose: reuse(() => diagnose(checks), diagnosisMaxAgeMs),
    metrics,
    tracer,
    draining: lifecycle.draining,
    stopping: lifecycle.signal,
    corsOrigins: config.corsOrigins === '' ? [] : config.corsOrigins.split(','),
    // Without required API keys, a web page could use the API through the browser of a user on this machine.
    guardHost: !needsKeys && !config.allowUnauthenticated,
    // The demo schedule does not exist if the API requires keys.
    demo: config.demo && !needsKeys,
    dashboard: await loadDashboard(dashboardFolder),
    handbook: openHandbook(handbookFolder),
    imageOrigins: imageOrigins(config.s3),
  });
  lifecycle.onShutdown('http', () => app.close());
  lifecycle.onShutdown('conversions', () => converter.close());
  await listen(app, config);
  actualUrl = withActualPort(config.publicUrl, app);
  // Reports that the process is ready, so it starts after the API listens.
  const health = await startHealthServer({
    host: config.healthHost,
    port: config.healthPort,
    readiness,
    logger,
    metrics: registry,
  });
  lifecycle.onShutdown('health', () => health.close());
  if (authentication && !(await hasApiKeys(db.orm)))
    logger.warn(`there are no API keys; create the first with: ${firstKeyCommand(config)}`);
  logger.info({ publicUrl: publicUrl(), healthPort: health.port }, 'api is listening');
} catch (error) {
  await lifecycle.fail(error);
}

function startAuthentication(db: Database, signer: LinkSigner, onChanged: () => void): Authentication {
  const authentication = createAuthentication(db, {
    signer,
    onChanged,
    onError: reportDatabaseErrors(logger, 'API keys are read every few seconds'),
  });
  lifecycle.onShutdown('authentication', () => authentication.close());
  return authentication;
}

/** The origins from which pages load images if the API redirects image requests. */
function imageOrigins(s3: typeof config.s3): string[] {
  if (s3?.delivery !== 'redirect') return [];
  return [new URL(s3.publicEndpoint ?? s3.endpoint).origin];
}

/** With PORT=0, the port is known only once the server is listening. */
function withActualPort(configured: string, api: Api): string {
  const url = new URL(configured);
  if (url.port !== '0') return configured;
  url.port = String((api.server.address() as AddressInfo).port);
  return url.origin;
}
