// Written by `pnpm barrels`, from what other files import.

export {
  Account,
  AccountBody,
  AccountChangesBody,
  type AccountLimits,
  noAccountLimits,
} from './accounts/account.ts';
export {
  ApiKey,
  CreateApiKeyBody,
  CreatedApiKey,
  KeyScope,
  keyScopes,
  RotateApiKeyBody,
} from './accounts/api-key.ts';
export { AuditActor, AuditEntry, type AuditExpansion, auditExpansions } from './accounts/audit-entry.ts';
export { type LimitUsage, Me } from './accounts/me.ts';
export { AccountSession, CreateSessionBody, Session } from './accounts/session.ts';
export { CreatedShare, CreateShareBody, Share } from './accounts/share.ts';
export { Protection, System } from './accounts/system.ts';
export { TopUpBody, topUpErrors, Wallet, WalletEntry, WalletReferenceType } from './accounts/wallet.ts';
export {
  AlertContent,
  AlertDestination,
  AlertEvent,
  AlertEventName,
  AlertMessageType,
  AlertRun,
  AlertSchedule,
  alertEventNames,
  pageEventNames,
} from './alerts/alert-content.ts';
export {
  AlertRule,
  AlertRulePreview,
  CreateAlertRuleBody,
  PreviewAlertRuleBody,
  UpdateAlertRuleBody,
} from './alerts/alert-rule.ts';
export { AlertDigest, AlertTiming, AlertTimingBody, QuietHours, weekdays } from './alerts/alert-timing.ts';
export {
  CancelReason,
  Delivery,
  DeliveryAttempt,
  DeliveryDetails,
  DeliveryStatus,
  RedeliverBody,
  Redelivered,
} from './alerts/delivery.ts';
export {
  CreateDestinationBody,
  Destination,
  DestinationKind,
  DestinationTest,
  DestinationWithSecret,
  UpdateDestinationBody,
} from './alerts/destination.ts';
export {
  DestinationConfig,
  destinationConfigErrors,
  requiredConfigFields,
} from './alerts/destination-config.ts';
export {
  type DestinationKindName,
  destinationAddressFields,
  destinationKindNames,
  destinationKindRow,
  destinationKindTable,
} from './alerts/destination-kind-table.ts';
export { CreatedFeed, CreateFeedBody, Feed } from './alerts/feed.ts';
export { JsonFeed, type JsonFeedItem } from './alerts/json-feed.ts';
export { RenderedMessage } from './alerts/rendered-message.ts';
export { webhookMessages } from './alerts/webhook-messages.ts';
export { canonicalLocale, captureOptionTable } from './captures/capture-option-table.ts';
export {
  CaptureOptions,
  CaptureOptionsBody,
  canonicalOptions,
  captureOptionNames,
  changedOptions,
  exampleOptions,
  seriesOptions,
} from './captures/capture-options.ts';
export { captureSettingTable } from './captures/capture-setting-table.ts';
export {
  type CaptureSettingName,
  type CaptureSettings,
  captureSettingNames,
  captureSettings,
  itemSettingNames,
  itemSettings,
  type ScreenshotSettings,
  screenshotSettingNames,
  screenshotSettings,
  settingsOf,
} from './captures/capture-settings.ts';
export { FailureCode } from './captures/failure-code.ts';
export { imageVariantFields, VariantFormat, variantLength } from './captures/image-variant.ts';
export { NewestCaptures } from './captures/newest-captures.ts';
export {
  invalidVerdictList,
  isVerdictList,
  noUnexpected,
  PageRecord,
  ScreenshotVerdict,
  UnexpectedCounts,
  type UnexpectedKind,
  Verdict,
  VerdictKind,
  verdictKinds,
} from './captures/page-record.ts';
export {
  type Artifact,
  artifacts,
  ExpandedScreenshot,
  Screenshot,
  ScreenshotCapture,
  type ScreenshotExpansion,
  ScreenshotSource,
  ScreenshotStatus,
  screenshotExpansions,
} from './captures/screenshot.ts';
export { ScreenshotHistory, type ScreenshotPeriod } from './captures/screenshot-history.ts';
export { invalidStatusList, isStatusList } from './captures/status-list.ts';
export { TilePyramid } from './captures/tile-pyramid.ts';
export {
  CreateTimeLapseBody,
  maxFrames,
  TimeLapse,
  TimeLapseStatus,
  timeLapseErrors,
} from './captures/time-lapse.ts';
export { type Cursor, type Position, parseCursor } from './cursor.ts';
export { expiryErrors } from './expiry-errors.ts';
export {
  type ActivityExpansion,
  ActivityStatus,
  activityExpansions,
  ContentChangeActivity,
  ScreenshotActivity,
  TransactionStatus,
  TransactionType,
} from './feeds/activity.ts';
export {
  type EventName,
  events,
  eventsKeptMs,
  type StartEventName,
  StreamEvent,
  startEvents,
} from './feeds/event.ts';
export { eventKinds, type FactKind, type NoticeKind, noticeKinds } from './feeds/fact-kinds.ts';
export { Overview } from './feeds/overview.ts';
export type { FieldError } from './field-error.ts';
export { fromNames } from './from-names.ts';
export { HistoryStep } from './history.ts';
export { Comparison, ComparisonBody, defaultComparison } from './items/comparison.ts';
export { comparisonErrors, largestImageOf } from './items/comparison-rules.ts';
export { ConditionName, ConditionResult, Conditions, SeenContent } from './items/conditions.ts';
export {
  Change,
  ChangedArea,
  Confirmation,
  ContentCheck,
  ContentCheckBody,
  type ContentCheckExpansion,
  ContentCheckStatus,
  contentCheckExpansions,
} from './items/content-check.ts';
export {
  CaptureRequestBody,
  type ItemExpansion,
  type ItemListExpansion,
  ItemRequestBody,
  itemExpansions,
  itemListExpansions,
  ListedItem,
  ScheduleItem,
  UpdateItemBody,
} from './items/item.ts';
export { ItemComparison, OwnComparison, UpdateItemComparison } from './items/item-comparison.ts';
export {
  areaSettings,
  changedDefaults,
  defaultNames,
  deviceSettings,
  explicitSettings,
  ItemDefaults,
  isDefaultName,
  ownSettings,
  sentDefaults,
  settingsOfRun,
} from './items/item-defaults.ts';
export {
  type HistoryPeriod,
  ItemCapture,
  type ItemCaptureExpansion,
  ItemCaptures,
  ItemHistory,
  itemCaptureExpansions,
} from './items/item-history.ts';
export {
  captureCombinationErrors,
  captureFieldErrors,
  parseCrop,
  type Rectangle,
  viewportOf,
} from './items/item-rules.ts';
export { itemSelectionErrors } from './items/item-selection-rules.ts';
export { storedTags } from './items/tags.ts';
export { ItemChanges, ItemSelection, UpdatedItems, UpdateItemsBody } from './items/update-items.ts';
export { limits } from './limits.ts';
export {
  AuditedResource,
  type Noun,
  type NounName,
  nouns,
  operationGroups,
  type SortField,
  sortFields,
} from './nouns.ts';
export {
  cursorFields,
  Page,
  type PageRequest,
  pageOf,
  pageQueryFields,
  parseSort,
  type Sort,
} from './page.ts';
export { instantBounds, parseInstant, parseInstantMs } from './parse-instant.ts';
export { Problem, type ProblemCode, problemCatalogue } from './problem.ts';
export {
  type ExecutionExpansion,
  ExecutionOutcome,
  ExecutionStatus,
  ExecutionTrigger,
  ExpandedExecution,
  executionExpansions,
  ScheduleExecution,
} from './schedules/execution.ts';
export { defaultPolicy, PauseReason, Policy, PolicyBody } from './schedules/policy.ts';
export {
  ExpandedSchedule,
  LastRun,
  ListedSchedule,
  Schedule,
  type ScheduleExpansion,
  type ScheduleListExpansion,
  SchedulePolicy,
  SchedulePreview,
  ScheduleStatus,
  scheduleExpansions,
  scheduleListExpansions,
  Timing,
  TimingBody,
} from './schedules/schedule.ts';
export {
  CreateScheduleBody,
  PreviewScheduleBody,
  TimingChange,
  UpdateScheduleBody,
} from './schedules/schedule-request.ts';
export { Id, Nullable, StringEnum } from './schema.ts';
export { pointerToken, schemaErrors, typeName } from './schema-errors.ts';
export { invalidSelector, isSelector } from './selector/is-selector.ts';
