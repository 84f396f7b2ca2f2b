// Written by `pnpm barrels`, from what other files import.

export { Account, AccountBody, AccountChangesBody, type AccountLimits, noAccountLimits } from './account.ts';
export {
  type ActivityExpansion,
  ActivityStatus,
  activityExpansions,
  ContentChangeActivity,
  ScreenshotActivity,
  TransactionStatus,
  TransactionType,
} from './activity.ts';
export { ApiKey, CreateApiKeyBody, CreatedApiKey, KeyScope, keyScopes, RotateApiKeyBody } from './api-key.ts';
export { AuditActor, AuditEntry, type AuditExpansion, auditExpansions } from './audit-entry.ts';
export { captureSettingTable } from './capture-setting-table.ts';
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
} from './capture-settings.ts';
export { Comparison, ComparisonBody, defaultComparison } from './comparison.ts';
export { comparisonErrors, largestImageOf } from './comparison-rules.ts';
export {
  Change,
  ContentCheck,
  ContentCheckBody,
  type ContentCheckExpansion,
  ContentCheckStatus,
  contentCheckExpansions,
} from './content-check.ts';
export { type Cursor, type Position, parseCursor } from './cursor.ts';
export { eventSchemas, eventsKeptMs } from './event.ts';
export {
  type ExecutionExpansion,
  ExecutionOutcome,
  ExecutionStatus,
  ExecutionTrigger,
  ExpandedExecution,
  executionExpansions,
  ScheduleExecution,
} from './execution.ts';
export { expiryErrors } from './expiry-errors.ts';
export { FailureCode } from './failure-code.ts';
export type { FieldError } from './field-error.ts';
export { fromNames } from './from-names.ts';
export { HistoryStep } from './history.ts';
export { imageVariantFields, VariantFormat, variantLength } from './image-variant.ts';
export { CaptureRequestBody, ListedItem, ScheduleItem, UpdateItemBody } from './item.ts';
export { ItemComparison, UpdateItemComparison } from './item-comparison.ts';
export {
  type HistoryPeriod,
  ItemCapture,
  type ItemCaptureExpansion,
  ItemCaptures,
  ItemHistory,
  itemCaptureExpansions,
} from './item-history.ts';
export { captureCombinationErrors, captureFieldErrors, parseCrop, type Rectangle } from './item-rules.ts';
export { limits } from './limits.ts';
export { type LimitUsage, Me } from './me.ts';
export { NewestCaptures } from './newest-captures.ts';
export {
  AuditedResource,
  type Noun,
  type NounName,
  nouns,
  operationGroups,
  type SortField,
  sortFields,
} from './nouns.ts';
export { Overview } from './overview.ts';
export {
  cursorFields,
  Page,
  type PageRequest,
  pageOf,
  pageQueryFields,
  parseSort,
  type Sort,
} from './page.ts';
export {
  noUnexpected,
  PageRecord,
  ScreenshotVerdict,
  UnexpectedCounts,
  type UnexpectedKind,
  Verdict,
  VerdictKind,
  verdictKinds,
} from './page-record.ts';
export { parseInstant, parseInstantMs } from './parse-instant.ts';
export { defaultPolicy, PauseReason, Policy, PolicyBody } from './policy.ts';
export { Problem, type ProblemCode, problemCatalogue } from './problem.ts';
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
} from './schedule.ts';
export {
  CreateScheduleBody,
  PreviewScheduleBody,
  TimingChange,
  UpdateScheduleBody,
} from './schedule-request.ts';
export { Id, StringEnum } from './schema.ts';
export { pointerToken, schemaErrors, typeName } from './schema-errors.ts';
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
} from './screenshot.ts';
export { ScreenshotHistory, type ScreenshotPeriod } from './screenshot-history.ts';
export { isSelector } from './selector/is-selector.ts';
export { AccountSession, CreateSessionBody, Session } from './session.ts';
export { CreatedShare, CreateShareBody, Share } from './share.ts';
export { TilePyramid } from './tile-pyramid.ts';
export { CreateTimeLapseBody, maxFrames, TimeLapse, TimeLapseStatus, timeLapseErrors } from './time-lapse.ts';
export { TopUpBody, topUpErrors, Wallet, WalletEntry, WalletReferenceType } from './wallet.ts';
