// Written by `pnpm barrels`, from what other files import.

export { testBrowser, testSandbox } from './browser.ts';
export { bundledApps } from './bundled-apps/bundled-apps.ts';
export { encodePng } from './encode-png.ts';
export { eventually } from './eventually.ts';
export { metricValues } from './metric-values.ts';
export { type Canaries, type ChannelTraffic, startCanaries } from './network/canaries.ts';
export { createCertificateAuthority, type TestCertificate } from './network/certificates.ts';
export { type HttpFault, type HttpFaultProxy, startHttpFaultProxy } from './network/http-fault-proxy.ts';
export { listenOnLoopback } from './network/listen-on-loopback.ts';
export { startMailServer } from './network/mail-server.ts';
export { startOtlpReceiver } from './network/otlp-receiver.ts';
export { startTcpFaultProxy, type TcpFaultProxy } from './network/tcp-fault-proxy.ts';
export { type ReceivedRequest, startReceiver } from './network/webhook-receiver.ts';
export { parseLogLine } from './parse-log-line.ts';
export {
  type Explainer,
  explainStatements,
  openExplainer,
  type PlanNode,
  type Statement,
} from './postgres/explain-statements.ts';
export {
  exists,
  type InstalledPostgres,
  isInstalled,
  postgres15Programs,
  startInstalledPostgres,
} from './postgres/installed-postgres.ts';
export { createDatabase, type TestDatabase } from './postgres/postgres.ts';
export { pgbouncerProgram, startPgbouncer } from './postgres/start-pgbouncer.ts';
export { treeCpuMs, treePssBytes } from './process-tree.ts';
export { quietLogger } from './quiet-logger.ts';
export { redisUrl } from './redis/redis.ts';
export { redisCommand } from './redis/redis-command.ts';
export { startRedis } from './redis/start-redis.ts';
export { startRedisCluster } from './redis/start-redis-cluster.ts';
export { startRedisSentinel } from './redis/start-redis-sentinel.ts';
export { repetitions } from './repetitions.ts';
export { requestLimits } from './request-limits.ts';
export { type S3Server, startS3Server } from './s3-server.ts';
export { consentPages, innocentPaths, startConsentSite } from './sites/consent-site.ts';
export { blocks, colors, stripeAt, tallPage } from './sites/fixture-pages/blocks.ts';
export { journeys, pageChannels } from './sites/fixture-pages/channels.ts';
export { borderWidth, boxes } from './sites/fixture-pages/elements.ts';
export type { SeenByScript } from './sites/fixture-pages/emulated.ts';
export { lazyPage, rulerStep } from './sites/fixture-pages/full-page.ts';
export { requestedKinds } from './sites/fixture-pages/requesting.ts';
export { readText } from './sites/fixture-pages/text.ts';
export { type FixtureSite, startFixtureSite } from './sites/fixture-site.ts';
export { scriptsText } from './sites/hostile-pages/contents.ts';
export { type HostileSite, startHostileSite } from './sites/hostile-site.ts';
export { libraryPages } from './sites/library-pages/all.ts';
export type { LibraryPage, PageChange } from './sites/library-pages/library-page.ts';
export { startLibrarySite } from './sites/library-site.ts';
export { acceptWebSocket } from './sites/web-socket-peer.ts';
export { type StartedApp, startApp } from './start-app.ts';
export { type StartedSystem, startSystem } from './start-system.ts';
