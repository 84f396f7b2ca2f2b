export {
  channels,
  notifyApiKey,
  notifyCancelled,
  notifySession,
  notifySettled,
  notifyWork,
} from './channels.ts';
export { type Database, openDatabase, pingDatabase, type Queryable } from './client.ts';
export { DatabaseError, isDatabaseUnavailable } from './database-error.ts';
export { MigrationError, migrate } from './migrate.ts';
export type { PoolUsage } from './pool-usage.ts';
export {
  type AccountLimitRow,
  type LimitedUsage,
  lockScheduleCount,
  readAccountUsage,
  readLimitedUsage,
} from './repositories/accounts/account-limits.ts';
export * from './repositories/accounts/accounts.ts';
export * from './repositories/api-keys/api-keys.ts';
export * from './repositories/audit-log/audit-log.ts';
export {
  type Attempt,
  type AttemptsLeft,
  claimScreenshot,
  lockExpiredAttempt,
  renewLeases,
  returnToPending,
} from './repositories/captures/attempts.ts';
export * from './repositories/captures/cancel.ts';
export * from './repositories/captures/next-work.ts';
export * from './repositories/captures/queue-position.ts';
export * from './repositories/captures/release.ts';
export * from './repositories/captures/settle.ts';
export * from './repositories/captures/waiting.ts';
export * from './repositories/captures/waiting-summary.ts';
export { longestWait, waitsOfActiveRuns } from './repositories/captures/waiting-time.ts';
export * from './repositories/content-checks/check-objects.ts';
export * from './repositories/content-checks/content-check-list.ts';
export * from './repositories/content-checks/content-checks.ts';
export * from './repositories/executions/execution-list.ts';
export * from './repositories/executions/executions.ts';
export { firstExecutions } from './repositories/executions/first-executions.ts';
export { type ActivityFilter, listFinishedScreenshots } from './repositories/feeds/activity.ts';
export { countActivity, countWalletEntries } from './repositories/feeds/feed-counts.ts';
export type { Period } from './repositories/feeds/feed-selection.ts';
export { firstFinishedScreenshots, firstWalletEntries } from './repositories/feeds/first-feed-pages.ts';
export { foldCountChanges } from './repositories/feeds/fold-counts.ts';
export { sampleFeedCount } from './repositories/feeds/sample-feed-count.ts';
export { listWalletEntries, type WalletEntryFilter } from './repositories/feeds/wallet-entries.ts';
export * from './repositories/idempotency-keys/idempotency-keys.ts';
export { storedLinkSecret } from './repositories/links/link-secrets.ts';
export * from './repositories/objects/object-scan.ts';
export * from './repositories/objects/objects.ts';
export * from './repositories/schedules/failed-runs.ts';
export { firstSchedules } from './repositories/schedules/first-schedules.ts';
export { insertItems } from './repositories/schedules/insert-items.ts';
export * from './repositories/schedules/items.ts';
export { findScheduleResource, findScheduleWithItems } from './repositories/schedules/schedule-with-items.ts';
export * from './repositories/schedules/schedules.ts';
export * from './repositories/screenshots/delete-screenshots.ts';
export {
  type ExpiredCaptures,
  expiredManualCaptures,
  expiredScheduledCaptures,
} from './repositories/screenshots/expired-screenshots.ts';
export { findScreenshotFields } from './repositories/screenshots/screenshot-fields.ts';
export * from './repositories/screenshots/screenshot-list.ts';
export * from './repositories/screenshots/screenshots.ts';
export * from './repositories/sessions/sessions.ts';
export * from './repositories/shares/shares.ts';
export * from './repositories/wallet/wallet.ts';
export { defaultAccountId } from './schema/accounts.ts';
export { createSchemaCheck, findDatabaseError } from './schema-check.ts';
