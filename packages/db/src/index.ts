export { channels, notifyWork } from './channels.ts';
export { type Database, openDatabase, pingDatabase, type Queryable } from './client.ts';
export { isDatabaseUnavailable } from './database-unavailable.ts';
export { MigrationError, migrate } from './migrate.ts';
export * from './repositories/activity.ts';
export * from './repositories/attempts.ts';
export * from './repositories/check-objects.ts';
export * from './repositories/content-check-list.ts';
export * from './repositories/content-checks.ts';
export * from './repositories/delete-screenshots.ts';
export * from './repositories/executions.ts';
export {
  type ExpiredCaptures,
  expiredManualCaptures,
  expiredScheduledCaptures,
} from './repositories/expired-screenshots.ts';
export * from './repositories/failed-runs.ts';
export * from './repositories/feed-counts.ts';
export type { Period } from './repositories/feed-selection.ts';
export * from './repositories/idempotency-keys.ts';
export * from './repositories/items.ts';
export * from './repositories/next-work.ts';
export * from './repositories/object-scan.ts';
export * from './repositories/objects.ts';
export * from './repositories/release.ts';
export * from './repositories/schedules.ts';
export * from './repositories/screenshot-list.ts';
export * from './repositories/screenshots.ts';
export * from './repositories/wallet.ts';
export { defaultAccountId } from './schema/accounts.ts';
export { createSchemaCheck, findDatabaseError } from './schema-check.ts';
