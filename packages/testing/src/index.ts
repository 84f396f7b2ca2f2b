// Written by `pnpm barrels`, from what other files import.

export { testBrowser, testSandbox } from './browser.ts';
export { type Canaries, type ChannelTraffic, startCanaries } from './canaries.ts';
export { createCertificateAuthority } from './certificates.ts';
export { encodePng } from './encode-png.ts';
export { eventually } from './eventually.ts';
export { explainStatements, type PlanNode, type Statement } from './explain-statements.ts';
export { blocks, colours, stripeAt, tallPage } from './fixture-pages/blocks.ts';
export { journeys, pageChannels } from './fixture-pages/channels.ts';
export { borderWidth, boxes } from './fixture-pages/elements.ts';
export { lazyPage, rulerStep } from './fixture-pages/full-page.ts';
export { readText } from './fixture-pages/text.ts';
export { type FixtureSite, startFixtureSite } from './fixture-site.ts';
export { scriptsText } from './hostile-pages/contents.ts';
export { type HostileSite, startHostileSite } from './hostile-site.ts';
export { type HttpFault, type HttpFaultProxy, startHttpFaultProxy } from './http-fault-proxy.ts';
export {
  exists,
  type InstalledPostgres,
  isInstalled,
  postgres15Programs,
  startInstalledPostgres,
} from './installed-postgres.ts';
export { libraryPages } from './library-pages/all.ts';
export type { LibraryPage, PageChange } from './library-pages/library-page.ts';
export { startLibrarySite } from './library-site.ts';
export { listenOnLoopback } from './listen-on-loopback.ts';
export { metricValues } from './metric-values.ts';
export { parseLogLine } from './parse-log-line.ts';
export { createDatabase, type TestDatabase } from './postgres.ts';
export { treeCpuMs, treePssBytes } from './process-tree.ts';
export { quietLogger } from './quiet-logger.ts';
export { redisUrl } from './redis.ts';
export { redisCommand } from './redis-command.ts';
export { repetitions } from './repetitions.ts';
export { requestLimits } from './request-limits.ts';
export { type S3Server, startS3Server } from './s3-server.ts';
export { type StartedApp, startApp } from './start-app.ts';
export { pgbouncerProgram, startPgbouncer } from './start-pgbouncer.ts';
export { startRedis } from './start-redis.ts';
export { startRedisCluster } from './start-redis-cluster.ts';
export { startRedisSentinel } from './start-redis-sentinel.ts';
export { startTcpFaultProxy, type TcpFaultProxy } from './tcp-fault-proxy.ts';
export { acceptWebSocket } from './web-socket-peer.ts';
