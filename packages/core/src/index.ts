// Written by `pnpm barrels`, from what other files import.

export { createAccount } from './accounts/create-account.ts';
export { getAccount } from './accounts/get-account.ts';
export { listAccounts } from './accounts/list-accounts.ts';
export { updateAccount } from './accounts/update-account.ts';
export { foldFeedCounts } from './activity/fold-feed-counts.ts';
export { listContentChangeActivity } from './activity/list-content-change-activity.ts';
export { listScreenshotActivity } from './activity/list-screenshot-activity.ts';
export { createAdmission } from './admission/admission.ts';
export { queuePosition } from './admission/queue-position.ts';
export { createAlertRule } from './alert-rules/create-alert-rule.ts';
export { deleteAlertRule } from './alert-rules/delete-alert-rule.ts';
export { getAlertRule } from './alert-rules/get-alert-rule.ts';
export { listAlertRules } from './alert-rules/list-alert-rules.ts';
export { matchAlertRules } from './alert-rules/match-alert-rules.ts';
export { previewAlertRule } from './alert-rules/preview-alert-rule.ts';
export { sendDigests } from './alert-rules/send-digests.ts';
export { updateAlertRule } from './alert-rules/update-alert-rule.ts';
export { createApiKey } from './api-keys/create-api-key.ts';
export { deleteEndedApiKeys } from './api-keys/delete-ended-api-keys.ts';
export { getApiKey } from './api-keys/get-api-key.ts';
export { listApiKeys } from './api-keys/list-api-keys.ts';
export { revokeApiKey } from './api-keys/revoke-api-key.ts';
export { rotateApiKey } from './api-keys/rotate-api-key.ts';
export type { AuditContext } from './audit-log/audit-context.ts';
export { deleteExpiredAuditEntries } from './audit-log/delete-expired-audit-entries.ts';
export { listAuditLog } from './audit-log/list-audit-log.ts';
export {
  type Authentication,
  createAuthentication,
  type Identity,
  unauthenticated,
} from './authentication/authenticate.ts';
export { AttemptError } from './captures/attempt-error.ts';
export { cancelExecution } from './captures/cancel-execution.ts';
export { type ClaimedScreenshot, claimScreenshot } from './captures/claim-screenshot.ts';
export { type FailedAttempt, type Failure, failAttempt, isFinalFailure } from './captures/fail-attempt.ts';
export { optionErrors } from './captures/option-errors.ts';
export {
  checkQueueAfterSeconds,
  lostWorkerCode,
  recoverLost,
  recoverLostJobs,
  unclaimedAfterSeconds,
} from './captures/recover-lost.ts';
export { releaseCaptures } from './captures/release-captures.ts';
export { requeue } from './captures/requeue.ts';
export { storeOutageDelaySeconds } from './captures/retry-policy.ts';
export { createSentHeadersIds } from './captures/sent-headers-ids.ts';
export { settleSuccess } from './captures/settle.ts';
export { type ComparedCapture, type SettledCheck, settleCompared } from './captures/settle-compared.ts';
export { createSettlementListener, type SettlementListener } from './captures/settlement-listener.ts';
export {
  type CapturedArtifacts,
  htmlObject,
  type StoredObjects,
  storeCapture,
  textObject,
} from './captures/store-capture.ts';
export { longestWaitSeconds } from './captures/waiting-time.ts';
export type { WorkContext } from './captures/work-context.ts';
export { acceptLook, revokeAcceptance } from './content-checks/accept-look.ts';
export type { Baseline } from './content-checks/baseline.ts';
export { findBaselineConsent } from './content-checks/baseline-consent.ts';
export { createContentCheck } from './content-checks/create-content-check.ts';
export { deleteExpiredChecks } from './content-checks/delete-expired-checks.ts';
export { findDiff } from './content-checks/find-diff.ts';
export { getContentCheck } from './content-checks/get-content-check.ts';
export {
  type ConditionTexts,
  describeConditions,
  judgeConditions,
} from './content-checks/judge-conditions.ts';
export { findKnownLooks, type KnownLook } from './content-checks/known-looks.ts';
export { listContentChecks } from './content-checks/list-content-checks.ts';
export { markCheckSeen } from './content-checks/mark-check-seen.ts';
export type { FirstLook, PendingCheck } from './content-checks/pending-check.ts';
export type { CheckOutcome } from './content-checks/settle-check.ts';
export type { CoreContext, ManagementContext, RequestLimits } from './context.ts';
export { type ClaimedDelivery, claimDeliveries } from './deliveries/claim-deliveries.ts';
export { deleteExpiredDeliveries } from './deliveries/delete-expired-deliveries.ts';
export { getDelivery } from './deliveries/get-delivery.ts';
export { listDeliveries } from './deliveries/list-deliveries.ts';
export { msUntilNextDelivery } from './deliveries/next-delivery.ts';
export { redeliver } from './deliveries/redeliver.ts';
export { redeliverPeriod } from './deliveries/redeliver-period.ts';
export { type SendingContext, sendDelivery } from './deliveries/send-delivery.ts';
export { createSettleTogether } from './deliveries/settle-together.ts';
export { createConfiguredMailer } from './destinations/configured-mailer.ts';
export { createDestination } from './destinations/create-destination.ts';
export { deleteDestination } from './destinations/delete-destination.ts';
export { getDestination } from './destinations/get-destination.ts';
export { listDestinations } from './destinations/list-destinations.ts';
export { resealDestinations } from './destinations/reseal-destinations.ts';
export { rotateDestinationSecret } from './destinations/rotate-destination-secret.ts';
export { testDestination } from './destinations/test-destination.ts';
export { updateDestination } from './destinations/update-destination.ts';
export { clockCheck } from './diagnosis/clock-check.ts';
export { databaseCheck } from './diagnosis/database-check.ts';
export { diskCheck } from './diagnosis/disk-check.ts';
export { egressCheck } from './diagnosis/egress-check.ts';
export { queueCheck } from './diagnosis/queue-check.ts';
export { storeCheck } from './diagnosis/store-check.ts';
export { CoreError, maxErrors, refuse, unfinishedRetrySeconds } from './errors.ts';
export { createEventHub, type EventHub } from './events/event-hub.ts';
export type { EventListener } from './events/event-listener.ts';
export { deleteExpiredExecutions } from './executions/delete-expired-executions.ts';
export { getExecution } from './executions/get-execution.ts';
export { listAllExecutions, listExecutions } from './executions/list-executions.ts';
export { retryFailed } from './executions/retry-failed.ts';
export { deleteExpiredFacts } from './facts/delete-expired-facts.ts';
export { createFeed } from './feeds/create-feed.ts';
export { deleteFeed } from './feeds/delete-feed.ts';
export { findFeedPicture } from './feeds/find-feed-picture.ts';
export { getFeed } from './feeds/get-feed.ts';
export { listFeeds } from './feeds/list-feeds.ts';
export { type FeedContent, type FeedEntry, readFeed } from './feeds/read-feed.ts';
export { countItemHistory } from './history/count-item-history.ts';
export { getItemHistory } from './history/get-item-history.ts';
export { getScreenshotHistory } from './history/get-screenshot-history.ts';
export { historyEdges } from './history/history-edges.ts';
export { listItemCaptures } from './history/list-item-captures.ts';
export { acquireKey } from './idempotency/acquire-key.ts';
export { completeKey } from './idempotency/complete-key.ts';
export { deleteExpiredIdempotencyKeys } from './idempotency/delete-expired-idempotency-keys.ts';
export { createKeyQuota } from './idempotency/key-quota.ts';
export { readResponseObject } from './idempotency/read-response-object.ts';
export { addItems } from './items/add-items.ts';
export { deleteItem } from './items/delete-item.ts';
export { deleteUnusedItems } from './items/delete-unused-items.ts';
export { getItem } from './items/get-item.ts';
export { changeItemComparison, getItemComparison } from './items/item-comparison.ts';
export { listAllItems, listItems } from './items/list-items.ts';
export { restoreItem } from './items/restore-item.ts';
export { updateItem } from './items/update-item.ts';
export { loadLinkSecrets } from './links/link-secrets.ts';
export { createLinkSigner, type LinkSigner } from './links/link-signer.ts';
export { createLinks } from './links/links.ts';
export { getMe } from './me/get-me.ts';
export { adoptOrphans } from './objects/adopt-orphans.ts';
export { checkObjects, type ObjectFault } from './objects/check-objects.ts';
export { type FoundObject, openObject, presignObject } from './objects/read-object.ts';
export { createRecordedStore, objectHoldSeconds, type RecordedStore } from './objects/recorded-store.ts';
export { copyObject, loadObject, type StoredObject, storeObject } from './objects/store-object.ts';
export {
  checkObjectSample,
  checkStoreAtStart,
  checkStoreHealth,
  createOwnedStore,
  readStoreOwner,
} from './objects/store-owner.ts';
export { sweepObjects } from './objects/sweep-objects.ts';
export { getOverview } from './overview/get-overview.ts';
export { planRemedy } from './remedies/plan-remedy.ts';
export {
  type RemedyName,
  type RemedyPlan,
  remedyNames,
  remedyPath,
  remedyTitles,
} from './remedies/remedy.ts';
export { createSchedule } from './schedules/create-schedule.ts';
export { deleteSchedule } from './schedules/delete-schedule.ts';
export { deleteUnusedSchedules, removeItemsOfDeleted } from './schedules/delete-unused-schedules.ts';
export {
  createDispatcher,
  type Dispatched,
  type Dispatcher,
  type DispatchFailure,
} from './schedules/dispatch/create-dispatcher.ts';
export { getSchedule } from './schedules/get-schedule.ts';
export { listSchedules } from './schedules/list-schedules.ts';
export { pauseSchedule } from './schedules/pause-schedule.ts';
export { planRequestErrors } from './schedules/plan-request-rules.ts';
export { previewSchedule } from './schedules/preview-schedule.ts';
export { resumeSchedule } from './schedules/resume-schedule.ts';
export { runSchedule } from './schedules/run-schedule.ts';
export { canonicalTimeZone } from './schedules/timing/canonical-time-zone.ts';
export { updateItems } from './schedules/update-items.ts';
export { updateSchedule } from './schedules/update-schedule.ts';
export { cancelScreenshot } from './screenshots/cancel-screenshot.ts';
export { createScreenshot } from './screenshots/create-screenshot.ts';
export { deleteExpiredScreenshots } from './screenshots/delete-expired-screenshots.ts';
export { deleteScreenshot } from './screenshots/delete-screenshot.ts';
export { findArtifact } from './screenshots/find-artifact.ts';
export { getScreenshot } from './screenshots/get-screenshot.ts';
export { listExecutionScreenshots } from './screenshots/list-execution-screenshots.ts';
export { listNewestCaptures } from './screenshots/list-newest-captures.ts';
export { listScreenshots } from './screenshots/list-screenshots.ts';
export { createSession } from './sessions/create-session.ts';
export { deleteExpiredSessions } from './sessions/delete-expired-sessions.ts';
export { deleteSession } from './sessions/delete-session.ts';
export { getAccountSession } from './sessions/get-account-session.ts';
export { getSession } from './sessions/get-session.ts';
export { listSessions } from './sessions/list-sessions.ts';
export { revokeSession } from './sessions/revoke-session.ts';
export { createShare } from './shares/create-share.ts';
export { findSharedImage } from './shares/find-shared-image.ts';
export { getShare } from './shares/get-share.ts';
export { listShares } from './shares/list-shares.ts';
export { revokeShare } from './shares/revoke-share.ts';
export { getSystem } from './system/get-system.ts';
export { createTimeLapse } from './time-lapses/create-time-lapse.ts';
export { deleteExpiredTimeLapses } from './time-lapses/delete-expired-time-lapses.ts';
export { deleteTimeLapse } from './time-lapses/delete-time-lapse.ts';
export { findTimeLapseImage } from './time-lapses/find-time-lapse-image.ts';
export { getTimeLapse } from './time-lapses/get-time-lapse.ts';
export { listTimeLapses } from './time-lapses/list-time-lapses.ts';
export { makeTimeLapse } from './time-lapses/make-time-lapse.ts';
export type { TimeLapseContext } from './time-lapses/render-time-lapse.ts';
export { addUrls } from './urls/add-urls.ts';
export { deleteUnusedUrls } from './urls/delete-unused-urls.ts';
export { createConversions } from './variants/conversions.ts';
export { findChangeImage } from './variants/find-change-image.ts';
export { findDiffImage } from './variants/find-diff-image.ts';
export { findImage, type ImageRequest } from './variants/find-image.ts';
export { type FoundTile, findTile, getTilePyramid } from './variants/tile-pyramid.ts';
export { getWallet } from './wallet/get-wallet.ts';
export { listWalletEntries } from './wallet/list-wallet-entries.ts';
export { topUpWallet } from './wallet/top-up-wallet.ts';
