// Written by `pnpm barrels`, from what other files import.
// Functions that act for all accounts, for use by the scheduler, the worker, authentication, admission, and the operator's
// management of accounts and keys. The API's other verbs cannot import them, which `import-rules` in packages/testing
// checks (ADR 49).

export { readLimitedUsage } from './repositories/accounts/account-limits.ts';
export { insertAccount, listAccounts } from './repositories/accounts/accounts.ts';
export { listEnabledRules } from './repositories/alert-rules/enabled-rules.ts';
export { type EndedRun, listEndedRuns } from './repositories/alert-rules/ended-runs.ts';
export { listManualChanges, type ManualChange } from './repositories/alert-rules/manual-changes.ts';
export { listNoticeSubjects } from './repositories/alert-rules/notice-subjects.ts';
export { type CaptureOutcome, listOutcomes } from './repositories/alert-rules/run-outcomes.ts';
export { type MatchedFact, type NoticeFact, takeFacts } from './repositories/alert-rules/take-facts.ts';
export {
  findApiKey,
  findApiKeyByPrefix,
  hasApiKeys,
  listApiKeys,
  lockApiKey,
} from './repositories/api-keys/api-keys.ts';
export { deleteEndedApiKeys } from './repositories/api-keys/valid-keys.ts';
export { deleteExpiredAuditEntries, listAuditLog } from './repositories/audit-log/audit-log.ts';
export {
  type Attempt,
  type AttemptsLeft,
  claimScreenshot,
  lockExpiredAttempt,
  renewLeases,
  returnToPending,
} from './repositories/captures/attempts.ts';
export { recordHeartbeat } from './repositories/captures/heartbeat.ts';
export { findDueWork } from './repositories/captures/next-work.ts';
export {
  cancelRelease,
  cancelUnclaimedReleases,
  hasUnclaimedCapture,
  releaseCaptures,
} from './repositories/captures/release.ts';
export { type DefaultHeaders, sentHeadersId } from './repositories/captures/sent-headers.ts';
export {
  type Outcome,
  type SettledScreenshot,
  settleScreenshot,
  settleWithoutCheck,
} from './repositories/captures/settle.ts';
export { countWaitingCaptures, type WaitingCaptures } from './repositories/captures/waiting.ts';
export { summarizeWaiting } from './repositories/captures/waiting-summary.ts';
export { longestWait, waitsOfActiveRuns } from './repositories/captures/waiting-time.ts';
export { findFeedByToken } from './repositories/change-feeds/change-feeds.ts';
export { deleteExpiredChecks } from './repositories/content-checks/expired-checks.ts';
export {
  listDestinationsOfAny,
  recordDestinationResult,
} from './repositories/deliveries/destination-state.ts';
export {
  cancelUnreachable,
  countHeld,
  type DueRule,
  insertDigest,
  listHeld,
  lockDueRule,
  lockHoldingRules,
  postponeDigest,
  releaseHeld,
  releaseMessages,
  setDigestContent,
  setNextDigest,
} from './repositories/deliveries/digests.ts';
export { countPeriod, type PeriodCounts } from './repositories/deliveries/period-counts.ts';
export {
  type AttemptOutcome,
  type AttemptRecord,
  type ClaimedRow,
  claimDeliveries,
  type DeliveryPictureRow,
  deleteExpiredDeliveries,
  insertDeliveries,
  listContentPictures,
  listDeliveryPictures,
  lockDueDestinations,
  msUntilNextDelivery,
  type NewDelivery,
  settleDelivery,
} from './repositories/deliveries/sending.ts';
export { settleDelivered } from './repositories/deliveries/settle-delivered.ts';
export { listSealedConfigs, replaceSealedConfig } from './repositories/destinations/sealed-configs.ts';
export { listEvents } from './repositories/events/list-events.ts';
export { startExecutionsOfAny } from './repositories/executions/executions.ts';
export { deleteExpiredExecutions } from './repositories/executions/expired-executions.ts';
export { deleteExpiredFacts } from './repositories/facts/expired-facts.ts';
export { readTransactionState } from './repositories/facts/fact-position.ts';
export { foldFacts, resumeCounting } from './repositories/facts/fold-counts.ts';
export { sampleFeedCount } from './repositories/feeds/sample-feed-count.ts';
export { countItemDays } from './repositories/history/count-item-days.ts';
export { deleteExpiredIdempotencyKeys } from './repositories/idempotency-keys/idempotency-keys.ts';
export {
  adoptObjects,
  advanceObjectScan,
  findObjectScan,
  hasUnreadableObjects,
  listUsedObjects,
  type ObjectKeyParts,
  replaceObjectKey,
  sampleObjects,
} from './repositories/objects/object-scan.ts';
export {
  deleteSweptObjects,
  findReferrers,
  lockSuspectObjects,
  markObjectsReferenced,
  markObjectsSuspectAgain,
  markObjectsSweeping,
  replaceSweptKeys,
  type SuspectObject,
} from './repositories/objects/objects.ts';
export { deleteReport, listReports, storeReport } from './repositories/process-reports/process-reports.ts';
export { deleteDeletedSchedules } from './repositories/schedules/deleted-schedules.ts';
export { clearFailedRuns } from './repositories/schedules/failed-runs.ts';
export { countItemsOfAny } from './repositories/schedules/items.ts';
export { deleteRemovedItems, removeItemsOfDeletedSchedules } from './repositories/schedules/removed-items.ts';
export {
  type Advance,
  advanceSchedules,
  type DueSchedule,
  type DueSelection,
  hasSchedules,
  lockDueSchedules,
} from './repositories/schedules/schedules.ts';
export { deleteScreenshotsOfAny } from './repositories/screenshots/delete-screenshots.ts';
export {
  type ExpiredCaptures,
  expiredManualCaptures,
  expiredScheduledCaptures,
} from './repositories/screenshots/expired-screenshots.ts';
export { type FirstLookRow, findFirstLook } from './repositories/screenshots/first-looks.ts';
export {
  findAccountSession,
  listAccountSessions,
  lockAccountSession,
} from './repositories/sessions/account-sessions.ts';
export { deleteExpiredSessions, findSessionByHash } from './repositories/sessions/sessions.ts';
export { findShareByToken } from './repositories/shares/shares.ts';
export {
  claimTimeLapse,
  failLostTimeLapses,
  releaseTimeLapse,
  renewTimeLapse,
  settleTimeLapse,
  type TimeLapseProgress,
} from './repositories/time-lapses/time-lapse-work.ts';
export { deleteTimeLapsesOfAny, lockExpiredTimeLapses } from './repositories/time-lapses/time-lapses.ts';
export { addUrls } from './repositories/urls/add-urls.ts';
export { deleteUnusedUrls } from './repositories/urls/unused-urls.ts';
export { urlSources } from './repositories/urls/url-sources.ts';
