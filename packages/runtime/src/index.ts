// Written by `pnpm barrels`, from what other files import.

export { checkBeforeStart } from './check-before-start.ts';
export { exists } from './exists.ts';
export { firstKeyCommand } from './first-key-command.ts';
export {
  type Check,
  type Diagnosis,
  diagnose,
  type Finding,
  failed,
  failureOf,
  ok,
  skipped,
  warning,
} from './health/diagnose.ts';
export { createReadiness, type HealthReport, HealthWarning, type Readiness } from './health/health-checks.ts';
export { type HealthServer, startHealthServer } from './health/health-server.ts';
export { createLifecycle } from './lifecycle.ts';
export { openLog } from './log-file.ts';
export { createLogger, type Logger } from './logger.ts';
export { mallocSettings } from './malloc-settings.ts';
export { collectPool } from './metrics/collect-pool.ts';
export {
  browserEnds,
  captureSteps,
  egressRules,
  httpMethods,
  type SchedulerStep,
  storeOperations,
} from './metrics/label-values.ts';
export type { Metrics } from './metrics/metric-handles.ts';
export { metricTable } from './metrics/metric-table.ts';
export { createMetricsRegistry, type MetricsRegistry } from './metrics/metrics-registry.ts';
export { onceAMinute } from './once-a-minute.ts';
export {
  createPostgresConnector,
  type PostgresConnector,
  type PostgresState,
  postgresStateQuery,
} from './postgres/create-postgres-connector.ts';
export { type PostgresAddress, parsePostgresUrl } from './postgres/parse-postgres-url.ts';
export { PostgresConnectError } from './postgres/postgres-connect-error.ts';
export { createPrivateFolder, replaceableBy } from './private-folder.ts';
export type { Config } from './settings/config.ts';
export { isHeader } from './settings/is-header.ts';
export { parseRedisUrl, type RedisAddress } from './settings/parse-redis-url.ts';
export { parseSetting } from './settings/parse-setting.ts';
export { processEnv } from './settings/process-env.ts';
export { ConfigError, readConfig, readValidConfig } from './settings/read-config.ts';
export { readProcessConfig } from './settings/read-process-config.ts';
export { secretsKeyFile } from './settings/secrets-key-file.ts';
export { type App, type SettingName, settings } from './settings/settings.ts';
export { failStart, StartError, startErrorText } from './start-error.ts';
export { createTemporaryFolder, findAbandonedFolders } from './temporary-folders.ts';
export { rejectOnAbort } from './timing/reject-on-abort.ts';
export { retry } from './timing/retry.ts';
export { reuse } from './timing/reuse.ts';
export { type Deadline, DeadlineError, withDeadline } from './timing/with-deadline.ts';
export { TimeoutError, withTimeout } from './timing/with-timeout.ts';
export { runInSpan } from './tracing/active-span.ts';
export { errorType } from './tracing/error-type.ts';
export { measureStep, type StepObserver } from './tracing/measure-step.ts';
export { startTracing } from './tracing/start-tracing.ts';
export type { Span, Tracer } from './tracing/tracer.ts';
export { canDropRoot, unprivilegedPrefix } from './unprivileged-prefix.ts';
