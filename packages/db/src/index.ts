// Written by `pnpm barrels`, from what other files import.
// Each function that takes a `Queryable` takes the account as `{ accountId }` in its second parameter, and reads and
// writes only that account's data. Functions that act for all accounts are in `all-accounts.ts` (ADR 49).

export {
  channels,
  notifyApiKey,
  notifyCancelled,
  notifyDeliveries,
  notifySession,
  notifySettled,
  notifyTimeLapse,
} from './channels.ts';
export { type Database, openDatabase, pingDatabase, type Queryable } from './client.ts';
export { notifyWork } from './commit-notifier.ts';
export {
  DatabaseError,
  isDatabaseDown,
  isDatabaseUnavailable,
  isInterrupted,
  isPermanentFault,
} from './database-error.ts';
export { MigrationError, migrate } from './migrate.ts';
export {
  type AccountLimitRow,
  type LimitedUsage,
  lockScheduleCount,
  readAccountUsage,
} from './repositories/accounts/account-limits.ts';
export {
  type AccountRow,
  findAccount,
  lockAccount,
  updateAccount,
} from './repositories/accounts/accounts.ts';
export {
  type AlertRuleRow,
  type AlertRuleValues,
  type DigestState,
  deleteAlertRule,
  findAlertRule,
  findRuleItems,
  findRuleSchedules,
  insertAlertRule,
  listAlertRules,
  lockAlertRule,
  lockAlertRuleCount,
  lockRuleDestinations,
  type RuleTarget,
  updateAlertRule,
} from './repositories/alert-rules/alert-rules.ts';
export {
  listNewestChangedScreenshotIds,
  listNewestRunIds,
} from './repositories/alert-rules/newest-events.ts';
export {
  type ApiKeyRow,
  insertApiKey,
  type NewApiKey,
  recordKeyUse,
  retireApiKey,
  revokeApiKey,
} from './repositories/api-keys/api-keys.ts';
export { lockValidKeyCount } from './repositories/api-keys/valid-keys.ts';
export {
  type AuditChange,
  type AuditFilter,
  type AuditOrigin,
  type AuditRow,
  appendAuditEntries,
} from './repositories/audit-log/audit-log.ts';
export { type LockedCapture, lockCapture, lockUnfinishedCaptures } from './repositories/captures/cancel.ts';
export { findFirstPending, findQueuePosition } from './repositories/captures/queue-position.ts';
export { cancelScreenshots, type RecordedObjects } from './repositories/captures/settle.ts';
export { countRecentlyFinished, countWaiting } from './repositories/captures/waiting.ts';
export { waitingSince } from './repositories/captures/waiting-time.ts';
export {
  deleteFeed,
  type FeedRow,
  findFeed,
  insertFeed,
  listFeeds,
  lockFeed,
  lockFeedCount,
} from './repositories/change-feeds/change-feeds.ts';
export {
  type FeedChange,
  findFeedChange,
  listFeedChanges,
} from './repositories/change-feeds/feed-changes.ts';
export { dropCheckObjects, lockPreviousCheck } from './repositories/content-checks/check-objects.ts';
export {
  type CheckFilter,
  listContentChecks,
  listNewestChanges,
  noCheckFilter,
} from './repositories/content-checks/content-check-list.ts';
export {
  type CheckSeries,
  type ContentCheckRow,
  completeContentCheck,
  failContentChecks,
  findCheckedScreenshots,
  findCheckOfScreenshot,
  findContentCheck,
  findLastSuccessfulCheck,
  insertContentCheck,
  insertScheduledChecks,
  lockCheckSeries,
  markContentCheckSeen,
} from './repositories/content-checks/content-checks.ts';
export {
  acceptLook,
  countAcceptedLooks,
  findKnownLooks,
  findRememberedLooks,
  revokeLook,
} from './repositories/content-checks/known-looks.ts';
export {
  cancelDeliveriesOfRule,
  type DeliveryAttemptRow,
  type DeliveryFilter,
  type DeliveryRow,
  findDelivery,
  listDeliveries,
  listDeliveryAttempts,
  lockDelivery,
  restartDeliveries,
  restartDelivery,
} from './repositories/deliveries/deliveries.ts';
export {
  countDestinations,
  type DestinationChanges,
  type DestinationRow,
  deleteDestination,
  findDestination,
  insertDestination,
  listDestinations,
  lockDestination,
  lockDestinationCount,
  updateDestination,
} from './repositories/destinations/destinations.ts';
export type { EventRow, EventsPage, EventsRequest } from './repositories/events/list-events.ts';
export {
  activeExecutions,
  type ExecutionFilter,
  listExecutions,
  listLastExecutions,
} from './repositories/executions/execution-list.ts';
export {
  type ExecutionRow,
  type FailedRun,
  findExecution,
  findRuns,
  hasCancelledCapture,
  insertExecutions,
  type NewExecution,
  recordUncheckedItems,
  startExecutions,
} from './repositories/executions/executions.ts';
export { firstExecutions } from './repositories/executions/first-executions.ts';
export { listUncheckedSchedules } from './repositories/executions/unchecked-schedules.ts';
export { extendTransaction } from './repositories/extend-transaction.ts';
export {
  maxTransactionMs,
  type Position,
  type TransactionState,
} from './repositories/facts/fact-position.ts';
export { type ActivityFilter, listFinishedScreenshots } from './repositories/feeds/activity.ts';
export type { Period } from './repositories/feeds/feed-selection.ts';
export { firstFinishedScreenshots, firstWalletEntries } from './repositories/feeds/first-feed-pages.ts';
export { listWalletEntries, type WalletEntryFilter } from './repositories/feeds/wallet-entries.ts';
export {
  type CaptureOfItem,
  findCapturesOfItem,
  listCapturesAround,
} from './repositories/history/captures-around.ts';
export { readItemHistory } from './repositories/history/item-history.ts';
export { readScreenshotHistory } from './repositories/history/screenshot-history.ts';
export type { IdPass, PassedRows } from './repositories/id-pass.ts';
export {
  countKeys,
  deleteUnusedKey,
  endKeyLease,
  findKey,
  insertKey,
  type KeyHold,
  type KeyResponse,
  type KeyState,
  markKeyEffect,
  replayBytes,
  storeKeyResponse,
  takeOverKey,
} from './repositories/idempotency-keys/idempotency-keys.ts';
export {
  findEqualVariant,
  findVariant,
  insertVariant,
} from './repositories/image-variants/image-variants.ts';
export {
  findEqualPyramid,
  findPyramid,
  insertPyramid,
  type PyramidRow,
} from './repositories/image-variants/tile-pyramids.ts';
export { storedLinkSecret } from './repositories/links/link-secrets.ts';
export {
  findObject,
  findObjectSizes,
  markObjectsReadable,
  markObjectsSuspect,
  markObjectsUnreadable,
  markObjectsUsed,
  type ObjectFacts,
  type RecordedObject,
  recordObjects,
  shareLockObjects,
} from './repositories/objects/objects.ts';
export { countFailedRun } from './repositories/schedules/failed-runs.ts';
export { firstSchedules } from './repositories/schedules/first-schedules.ts';
export { insertItems, type NewItem } from './repositories/schedules/insert-items.ts';
export { changeItemBytes, type ItemBytes } from './repositories/schedules/item-sizes.ts';
export {
  countItems,
  countItemsOfEach,
  findItem,
  findScheduleOfItem,
  hasHadItem,
  type ItemFilter,
  type ItemRow,
  listItemPage,
  listItems,
  listItemsOfAccount,
  removeItem,
  restoreItem,
  updateItem,
} from './repositories/schedules/items.ts';
export { findScheduleResource, findScheduleWithItems } from './repositories/schedules/schedule-with-items.ts';
export {
  databaseNow,
  findSchedule,
  hasHadSchedule,
  insertSchedule,
  listSchedules,
  lockSchedule,
  type NewSchedule,
  recordManualRun,
  type ScheduleFilter,
  type ScheduleRow,
  softDeleteSchedule,
  touchSchedule,
  updateSchedule,
} from './repositories/schedules/schedules.ts';
export {
  type CommonChanges,
  type ItemGroup,
  listSelectedItems,
  updateItems,
} from './repositories/schedules/update-items.ts';
export { deleteScreenshots } from './repositories/screenshots/delete-screenshots.ts';
export { listFailingPages, listUnexpectedPages } from './repositories/screenshots/failing-pages.ts';
export { deleteFirstLooks, storeFirstLook } from './repositories/screenshots/first-looks.ts';
export { countCapturesBefore, countFinishedCaptures } from './repositories/screenshots/item-screenshots.ts';
export { findNewestTitles, listNewestCaptures } from './repositories/screenshots/newest-captures.ts';
export {
  countUnexpected,
  countUnexpectedOfExecutions,
  findPageRecords,
  findTitles,
  findVerdicts,
} from './repositories/screenshots/page-records.ts';
export type { ScreenshotRow } from './repositories/screenshots/progress.ts';
export { findScreenshotFields } from './repositories/screenshots/screenshot-fields.ts';
export {
  listScreenshots,
  noScreenshotFilter,
  type ScreenshotFilter,
} from './repositories/screenshots/screenshot-list.ts';
export {
  findScreenshot,
  findScreenshots,
  insertScreenshot,
  lockScreenshot,
  shareLockScreenshot,
} from './repositories/screenshots/screenshots.ts';
export type { AccountSessionRow } from './repositories/sessions/account-sessions.ts';
export {
  insertSession,
  revokeOldestSessions,
  revokeSession,
  type SessionRow,
} from './repositories/sessions/sessions.ts';
export {
  countShares,
  deleteExpiredShares,
  deleteShare,
  findShare,
  insertShare,
  listShares,
  lockShare,
  type ShareRow,
} from './repositories/shares/shares.ts';
export { type FrameRow, selectFrames } from './repositories/time-lapses/frames.ts';
export {
  deleteTimeLapses,
  findTimeLapse,
  hasItem,
  insertTimeLapse,
  listTimeLapses,
  lockTimeLapse,
  lockTimeLapseCount,
  type TimeLapseRow,
} from './repositories/time-lapses/time-lapses.ts';
export type { VerdictFilter } from './repositories/verdict-filter.ts';
export {
  appendWalletEntries,
  countAffordable,
  findWallet,
  hasRoomFor,
  lockWallet,
  type NewWalletEntry,
  type WalletEntryRow,
} from './repositories/wallet/wallet.ts';
export { defaultAccountId } from './schema/accounts.ts';
export { createSchemaCheck, findDatabaseError } from './schema-check.ts';
export { findSchemaMismatch } from './schema-mismatch.ts';
export { serverOf } from './server-of.ts';
