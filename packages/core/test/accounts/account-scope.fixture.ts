// Calls each `@shotclock/db` function that takes an account. When a function is added, this file does not compile until
// it contains either a call or a reason why the function does not need an account.
import { randomUUID } from 'node:crypto';
import {
  type AlertEventName,
  type AlertTiming,
  captureSettings,
  defaultComparison,
} from '@shotclock/contracts';
import type * as repositories from '@shotclock/db';
import { noCheckFilter, noScreenshotFilter, type Queryable } from '@shotclock/db';
import type { OwnedRows } from './owned-rows.fixture.ts';

type Repositories = typeof repositories;
type Statement = (db: Queryable, ...rest: never[]) => Promise<unknown>;
type StatementName = {
  [Name in keyof Repositories]: Repositories[Name] extends Statement ? Name : never;
}[keyof Repositories];
export type Account = { accountId: number };
type TakesAccount<Name extends StatementName> = Parameters<Repositories[Name]>[1] extends
  | Account
  | readonly Account[]
  ? true
  : false;
type UnscopedName = {
  [Name in StatementName]: TakesAccount<Name> extends true ? never : Name;
}[StatementName];
export type ScopedName = Exclude<StatementName, UnscopedName>;
type Rest<Name extends ScopedName> =
  Parameters<Repositories[Name]> extends [Queryable, ...infer More] ? More : never;

const belongsToNone =
  "Objects do not belong to an account: the caller has the hash from one of the account's records.";
const tellsNoContent = "A notification does not contain any account's data.";
export const unscoped: Record<UnscopedName, string> = {
  databaseNow: 'Reads no table.',
  extendTransaction: 'Reads no table.',
  findObject: belongsToNone,
  findSchemaMismatch: 'Reads no table of an account.',
  findObjectSizes: belongsToNone,
  markObjectsReadable: belongsToNone,
  markObjectsSuspect: belongsToNone,
  markObjectsUnreadable: belongsToNone,
  markObjectsUsed: belongsToNone,
  recordObjects: belongsToNone,
  shareLockObjects: belongsToNone,
  storedLinkSecret: 'The secret belongs to the installation.',
  notifyApiKey: tellsNoContent,
  notifyCancelled: tellsNoContent,
  notifyDeliveries: tellsNoContent,
  notifySession: tellsNoContent,
  notifySettled: tellsNoContent,
  notifyTimeLapse: tellsNoContent,
};

const sort = { field: 'id', direction: 'asc' } as const;
const page = { page: 0, size: 10, sort };
const from = new Date('2020-01-01T00:00:00Z');
const feed = {
  page: 0,
  size: 10,
  sort: { field: 'createdAt', direction: 'asc' },
  from: null,
  to: null,
} as const;
/** The filter ensures that the page is read without a prepared statement. */
const filtered = { ...feed, from };
const response = { status: 200, headers: {}, body: { text: 'altered' } };
const entry = {
  transactionType: 'DEBIT',
  referenceType: 'TOP_UP',
  referenceId: 'x',
  amount: 1,
  description: 'x',
} as const;

const settings = captureSettings({ url: 'https://example.com/altered' });
const newSchedule = {
  name: 'new',
  status: 'ACTIVE',
  type: 'ONCE',
  timezone: 'UTC',
  missedRuns: 'skip',
  overlap: 'skip',
  jitterSeconds: 0,
} as const;
const newCheck = {
  url: 'x',
  target: 'x',
  comparison: {
    ...{ ...defaultComparison, regions: ['0,0,1,1'], confirm: { after: 5 }, recent: 1 },
    conditions: { appears: 'altered' },
  },
  status: 'PENDING',
  price: 0,
} as const;
const result = {
  changed: false,
  ratio: 0,
  baselineScreenshotId: null,
  masks: [],
  diff: null,
  description: 'altered',
};
const origin: repositories.AuditOrigin = {
  actor: 'API_KEY',
  apiKeyId: null,
  sessionId: null,
  action: 'x',
  fields: [],
  clientAddress: null,
  requestId: null,
};
const keyTimes = { fingerprint: 'altered', leaseSeconds: 1, keptSeconds: 1 };

/** The parameters of each function after the first one: the calling account, and IDs of the owner's rows. */
const newRule = {
  ...{ name: 'new', enabled: true, scheduleIds: null, itemIds: null, tags: null },
  ...{ minimumRatio: 0, failuresInARow: 2, destinationIds: [] },
  events: ['content.changed'] as AlertEventName[],
  timing: { type: 'AT_ONCE', at: null, weekday: null } as AlertTiming,
  ...{ quietHours: null, timezone: 'UTC' },
};

export const calls: { [Name in ScopedName]: (ids: OwnedRows, account: Account) => Rest<Name> } = {
  activeExecutions: ({ scheduleId }, account) => [{ ...account, scheduleId }],
  appendAuditEntries: (_ids, account) => [[{ ...account, resourceType: 'WALLET', resourceId: 1 }], origin],
  appendWalletEntries: (_ids, account) => [account, [entry]],
  cancelScreenshots: ({ pendingId }, account) => [{ ...account, screenshotIds: [pendingId] }, 'altered'],
  completeContentCheck: ({ pendingId, subject }, account) => [
    { ...account, screenshotId: pendingId },
    { ...result, subject },
  ],
  countAffordable: (_ids, account) => [account, 1_000],
  countDestinations: (_ids, account) => [account],
  countFailedRun: ({ scheduleId }, account) => [{ ...account, scheduleId }],
  countItems: ({ scheduleId }, account) => [{ ...account, scheduleId }],
  countItemsOfEach: ({ scheduleId }, account) => [{ ...account, scheduleIds: [scheduleId] }],
  changeItemBytes: (_ids, account) => [account, { change: 1, defaultLimit: null }],
  countKeys: (_ids, account) => [{ ...account, limit: 10 }],
  countRecentlyFinished: (_ids, account) => [
    { ...account, source: 'MANUAL_SCREENSHOT', seconds: 3_600, limit: 10 },
  ],
  countShares: ({ finishedId }, account) => [{ ...account, screenshotId: finishedId }],
  countWaiting: (_ids, account) => [account, { source: 'SCHEDULED_SCREENSHOT', accountLimit: 10 }],
  cancelDeliveriesOfRule: ({ alertRuleId }, account) => [
    { ...account, ruleId: alertRuleId, reason: 'RULE_DELETED' },
  ],
  deleteAlertRule: ({ alertRuleId }, account) => [{ ...account, ruleId: alertRuleId }],
  findAlertRule: ({ alertRuleId }, account) => [{ ...account, ruleId: alertRuleId }],
  findDelivery: ({ deliveryId }, account) => [{ ...account, deliveryId }],
  findRuleItems: ({ itemId }, account) => [{ ...account, itemIds: [itemId] }],
  findRuleSchedules: ({ scheduleId }, account) => [{ ...account, scheduleIds: [scheduleId] }],
  insertAlertRule: (_ids, account) => [{ ...account, ...newRule }],
  listAlertRules: (_ids, account) => [account, page],
  listDeliveries: (_ids, account) => [account, page],
  listDeliveryAttempts: ({ deliveryId }, account) => [{ ...account, deliveryId, limit: 10 }],
  listNewestChangedScreenshotIds: (_ids, account) => [{ ...account, limit: 10 }],
  listNewestRunIds: ({ scheduleId }, account) => [
    { ...account, scheduleIds: [scheduleId], itemIds: null, tags: null, limit: 10 },
  ],
  lockAlertRule: ({ alertRuleId }, account) => [{ ...account, ruleId: alertRuleId }],
  lockAlertRuleCount: (_ids, account) => [account],
  lockDelivery: ({ deliveryId }, account) => [{ ...account, deliveryId }],
  lockRuleDestinations: ({ destinationId }, account) => [{ ...account, destinationIds: [destinationId] }],
  restartDelivery: ({ deliveryId }, account) => [{ ...account, deliveryId, attempts: 1 }],
  restartDeliveries: ({ destinationId }, account) => [
    { ...account, destinationId, from, to: new Date(Date.now() + 60_000), status: 'PENDING' },
    { limit: 10, attempts: 1 },
  ],
  updateAlertRule: ({ alertRuleId }, account) => [{ ...account, ruleId: alertRuleId }, newRule],
  deleteDestination: ({ destinationId }, account) => [{ ...account, destinationId }],
  deleteExpiredShares: ({ finishedId }, account) => [{ ...account, screenshotId: finishedId }],
  deleteFeed: ({ feedId }, account) => [{ ...account, feedId }],
  findFeed: ({ feedId }, account) => [{ ...account, feedId }],
  findFeedChange: ({ changedCheckId }, account) => [
    { ...account, scheduleId: null, checkId: changedCheckId },
  ],
  insertFeed: (_ids, account) => [{ ...account, name: 'x', scheduleId: null, tokenHash: randomUUID() }],
  listFeedChanges: (_ids, account) => [{ ...account, scheduleId: null }, 10],
  listFeeds: (_ids, account) => [account, page],
  lockFeed: ({ feedId }, account) => [{ ...account, feedId }],
  lockFeedCount: (_ids, account) => [account],
  findScheduleOfItem: ({ itemId }, account) => [{ ...account, itemId }],
  deleteScreenshots: ({ finishedId }, account) => [{ ...account, screenshotIds: [finishedId] }],
  deleteShare: ({ finishedId, shareId }, account) => [{ ...account, screenshotId: finishedId, shareId }],
  deleteTimeLapses: ({ timeLapseId }, account) => [{ ...account, timeLapseIds: [timeLapseId] }],
  deleteUnusedKey: ({ hold }, account) => [{ ...hold, ...account }],
  dropCheckObjects: ({ orphanedCheckId }, account) => [{ ...account, checkIds: [orphanedCheckId] }],
  endKeyLease: ({ hold }, account) => [{ ...hold, ...account }],
  failContentChecks: ({ pendingId }, account) => [{ ...account, screenshotIds: [pendingId] }, 'altered'],
  findAccount: (_ids, account) => [account],
  findCheckedScreenshots: ({ pendingId }, account) => [{ ...account, screenshotIds: [pendingId] }],
  findCheckOfScreenshot: ({ pendingId }, account) => [{ ...account, screenshotId: pendingId }],
  findContentCheck: ({ pendingCheckId }, account) => [{ ...account, checkId: pendingCheckId }],
  findDestination: ({ destinationId }, account) => [{ ...account, destinationId }],
  findEqualPyramid: ({ image }, account) => [{ ...account, image }],
  findEqualVariant: ({ image }, account) => [{ ...account, image, variant: 'webp-160x' }],
  findExecution: ({ executionId }, account) => [{ ...account, executionId }],
  findFirstPending: ({ executionId }, account) => [{ ...account, executionId }],
  findItem: ({ scheduleId, itemId }, account) => [{ ...account, scheduleId, itemId }],
  findKey: ({ marker }, account) => [{ ...account, key: marker }],
  findLastSuccessfulCheck: ({ target }, account) => [{ ...account, target }],
  findPyramid: ({ finishedId }, account) => [{ ...account, screenshotId: finishedId }],
  findQueuePosition: ({ pendingId }, account) => [{ ...account, screenshotId: pendingId }],
  findSchedule: ({ scheduleId }, account) => [{ ...account, scheduleId }],
  findPageRecords: ({ finishedId }, account) => [{ ...account, screenshotIds: [finishedId] }],
  findRuns: ({ executionId }, account) => [{ ...account, executionIds: [executionId] }],
  findScheduleResource: ({ scheduleId }, account) => [{ ...account, scheduleId }],
  findScheduleWithItems: ({ scheduleId }, account) => [{ ...account, scheduleId }],
  findScreenshot: ({ finishedId }, account) => [{ ...account, screenshotId: finishedId }],
  findScreenshotFields: ({ finishedId }, account) => [{ ...account, screenshotId: finishedId }],
  findShare: ({ finishedId, shareId }, account) => [{ ...account, screenshotId: finishedId, shareId }],
  findTimeLapse: ({ timeLapseId }, account) => [{ ...account, timeLapseId }],
  findVariant: ({ finishedId }, account) => [{ ...account, screenshotId: finishedId, variant: 'webp-160x' }],
  findWallet: (_ids, account) => [account],
  firstExecutions: ({ scheduleId }, account) => [{ ...account, scheduleId }, page],
  firstFinishedScreenshots: (_ids, account) => [account, feed],
  firstSchedules: (_ids, account) => [account, page],
  firstWalletEntries: (_ids, account) => [account, feed],
  hasCancelledCapture: ({ cancelledId }, account) => [{ ...account, executionId: cancelledId }],
  hasHadItem: ({ scheduleId, itemId }, account) => [{ ...account, scheduleId, itemId }],
  hasHadSchedule: ({ scheduleId }, account) => [{ ...account, scheduleId }],
  hasItem: ({ itemId }, account) => [{ ...account, itemId }],
  hasRoomFor: (_ids, account) => [account, { amount: 1, max: 1_000 }],
  insertApiKey: (_ids, account) => [
    { ...account, name: 'new', prefix: 'new', hash: 'new', scopes: ['read'], expiresAt: null },
  ],
  insertContentCheck: (_ids, account) => [{ ...account, ...newCheck }],
  insertDestination: (_ids, account) => [
    { ...account, name: 'new', kind: 'webhook', origin: null },
    () => 'new',
  ],
  insertExecutions: ({ scheduleId }, account) => [
    [{ ...account, scheduleId, trigger: 'MANUAL', status: 'PROCESSING' }],
  ],
  insertItems: ({ scheduleId }, account) => [
    { ...account, scheduleId },
    { items: [{ settings, explicit: null, tags: [] }], maxItems: 10, maxBytes: null },
  ],
  insertKey: ({ marker }, account) => [{ ...account, key: marker, holder: randomUUID(), ...keyTimes }],
  insertPyramid: ({ unconvertedId, image }, account) => [
    { ...account, screenshotId: unconvertedId, image, width: 1, height: 1, offsets: [0, 1], object: image },
  ],
  insertSchedule: (_ids, account) => [{ ...account, ...newSchedule }],
  insertScreenshot: (_ids, account) => [
    { ...account, source: 'MANUAL_SCREENSHOT', attemptsLeft: 1, requestId: null, ...settings },
  ],
  insertSession: ({ keyId }, account) => [{ ...account, apiKeyId: keyId, hash: 'new', seconds: 1 }],
  insertShare: ({ finishedId }, account) => [
    { ...account, screenshotId: finishedId, tokenHash: 'new', expiresAt: null },
  ],
  insertTimeLapse: ({ itemId }, account) => [
    { ...account, itemId, width: 160, framesPerSecond: 1, onlyChanges: false, attemptsLeft: 1 },
  ],
  insertVariant: ({ finishedId, image }, account) => [
    { ...account, screenshotId: finishedId, image, variant: 'png-160x' },
  ],
  findCapturesOfItem: ({ itemId, finishedId }, account) => [
    { ...account, itemId, screenshotIds: [finishedId] },
  ],
  findScreenshots: ({ finishedId }, account) => [{ ...account, screenshotIds: [finishedId] }],
  insertScheduledChecks: ({ executionId }, account) => [
    { ...account, executionIds: [executionId] },
    { price: 1, max: 0, description: '' },
  ],
  countCapturesBefore: ({ itemId }, account) => [
    { ...account, itemId, place: { at: new Date(), screenshotId: 0 } },
  ],
  countFinishedCaptures: ({ itemId }, account) => [{ ...account, itemId }],
  listDestinations: (_ids, account) => [account, page],
  lockDestination: ({ destinationId }, account) => [{ ...account, destinationId }],
  lockDestinationCount: (_ids, account) => [account],
  markContentCheckSeen: ({ pendingCheckId }, account) => [{ ...account, checkId: pendingCheckId }],
  listContentChecks: (_ids, account) => [account, { ...page, ...noCheckFilter }],
  listExecutions: ({ scheduleId }, account) => [account, { ...page, scheduleId }],
  listFailingPages: (_ids, account) => [account, { since: from, limit: 10 }],
  listUnexpectedPages: (_ids, account) => [account, { since: from, limit: 10 }],
  findTitles: ({ finishedId }, account) => [{ ...account, screenshotIds: [finishedId] }],
  findNewestTitles: ({ itemId }, account) => [{ ...account, itemIds: [itemId] }],
  findVerdicts: ({ finishedId }, account) => [{ ...account, screenshotIds: [finishedId] }],
  countUnexpected: (_ids, account) => [account, { since: from }],
  countUnexpectedOfExecutions: ({ cancelledId }, account) => [{ ...account, executionIds: [cancelledId] }],
  listFinishedScreenshots: (_ids, account) => [account, filtered],
  listItemPage: ({ scheduleId }, account) => [
    { ...account, scheduleId },
    { ...page, urlContains: null, tags: null, removed: false },
  ],
  listItemsOfAccount: (_ids, account) => [account, { ...page, urlContains: null, tags: null }],
  listItems: ({ scheduleId }, account) => [{ ...account, scheduleIds: [scheduleId] }],
  listSchedules: (_ids, account) => [account, page],
  listSelectedItems: ({ scheduleId, itemId }, account) => [
    { ...account, scheduleId },
    { selection: { ids: [itemId] }, after: -1, limit: 10 },
  ],
  listCapturesAround: ({ itemId }, account) => [
    {
      ...{ ...account, itemId, place: { at: new Date(), screenshotId: 0 } },
      ...{ before: 10, after: 10, changedOnly: false },
    },
  ],
  listLastExecutions: ({ scheduleId }, account) => [{ ...account, scheduleIds: [scheduleId] }, 10],
  listNewestCaptures: ({ scheduleId }, account) => [{ ...account, scheduleId }],
  listNewestChanges: (_ids, account) => [account, 10],
  listScreenshots: ({ executionId }, account) => [account, { ...page, ...noScreenshotFilter, executionId }],
  listShares: ({ finishedId }, account) => [{ ...account, screenshotId: finishedId }, page],
  listTimeLapses: ({ itemId }, account) => [{ ...account, itemId }, page],
  listWalletEntries: (_ids, account) => [account, filtered],
  lockAccount: (_ids, account) => [account],
  listUncheckedSchedules: (_ids, account) => [account, 10],
  lockCapture: ({ pendingId }, account) => [{ ...account, screenshotId: pendingId }],
  lockCheckSeries: ({ target }, account) => [{ ...account, target }],
  lockPreviousCheck: ({ pendingId }, account) => [{ ...account, screenshotId: pendingId }],
  acceptLook: ({ finishedCheckId }, account) => [{ ...account, checkId: finishedCheckId }],
  countAcceptedLooks: ({ target }, account) => [{ ...account, target }],
  findKnownLooks: ({ target }, account) => [{ ...account, target }, 10],
  findRememberedLooks: ({ target }, account) => [{ ...account, target }, 10],
  revokeLook: ({ finishedCheckId }, account) => [{ ...account, checkId: finishedCheckId }],
  storeFirstLook: ({ pendingId, subject }, account) => [
    { ...account, screenshotId: pendingId },
    {
      ...{ subject, masks: [], afterSeconds: 5 },
      capture: {
        ...{ image: subject, thumbnail: null, html: null, text: null },
        ...{ bytes: 1, description: null, sentHeadersId: null, page: null },
      },
    },
  ],
  deleteFirstLooks: ({ finishedId }, account) => [{ ...account, screenshotIds: [finishedId] }],
  lockSchedule: ({ scheduleId }, account) => [{ ...account, scheduleId }],
  lockScheduleCount: (_ids, account) => [account, 10],
  lockValidKeyCount: (_ids, account) => [account, { rotated: false }],
  lockScreenshot: ({ finishedId }, account) => [{ ...account, screenshotId: finishedId }],
  lockShare: ({ finishedId, shareId }, account) => [{ ...account, screenshotId: finishedId, shareId }],
  lockTimeLapse: ({ timeLapseId }, account) => [{ ...account, timeLapseId }],
  lockTimeLapseCount: (_ids, account) => [account],
  lockUnfinishedCaptures: ({ executionId }, account) => [{ ...account, executionId }, 10],
  lockWallet: (_ids, account) => [account],
  markKeyEffect: ({ hold }, account) => [{ ...hold, ...account }, 1],
  readAccountUsage: (_ids, account) => [account],
  readItemHistory: ({ itemId }, account) => [
    { ...account, itemId, edges: [new Date('2020-01-01'), new Date('2100-01-01')] },
  ],
  readScreenshotHistory: (_ids, account) => [
    { ...account, edges: [new Date('2020-01-01'), new Date('2100-01-01')] },
  ],
  recordKeyUse: ({ keyId }, account) => [{ ...account, keyId }],
  recordUncheckedItems: ({ executionId }, account) => [
    { ...account, executionId },
    { items: 1, sentence: 'altered' },
  ],
  recordManualRun: ({ scheduleId }, account) => [{ ...account, scheduleId }, from],
  restoreItem: ({ removedItem }, account) => [{ ...account, ...removedItem }],
  removeItem: ({ scheduleId, itemId }, account) => [{ ...account, scheduleId, itemId }],
  retireApiKey: ({ keyId }, account) => [{ ...account, keyId }, 1],
  revokeApiKey: ({ keyId }, account) => [{ ...account, keyId }],
  revokeOldestSessions: ({ keyId }, account) => [{ ...account, apiKeyId: keyId, max: 0 }],
  revokeSession: ({ sessionId }, account) => [{ ...account, sessionId }],
  selectFrames: ({ itemId }, account) => [
    { ...account, itemId, periodFrom: null, periodTo: null, onlyChanges: false, limit: 1 },
  ],
  shareLockScreenshot: ({ finishedId }, account) => [{ ...account, screenshotId: finishedId }],
  softDeleteSchedule: ({ scheduleId }, account) => [{ ...account, scheduleId }],
  startExecutions: ({ startedId }, account) => [{ ...account, executionIds: [startedId] }, { attempts: 1 }],
  storeKeyResponse: ({ hold }, account) => [{ ...hold, ...account }, response],
  takeOverKey: ({ expiredHold: hold }, account) => [
    { ...hold, ...account },
    { ...account, key: hold.key, holder: randomUUID(), ...keyTimes },
  ],
  touchSchedule: ({ scheduleId }, account) => [{ ...account, scheduleId }],
  updateAccount: (_ids, account) => [account, { name: 'altered' }],
  updateDestination: ({ destinationId }, account) => [{ ...account, destinationId }, { name: 'altered' }],
  updateItem: ({ scheduleId, itemId }, account) => [
    { ...account, scheduleId, itemId },
    { settings, explicit: null, comparison: null, tags: [] },
  ],
  updateItems: ({ scheduleId, itemId }, account) => [
    { ...account, scheduleId },
    {
      values: { quality: 5 },
      explicit: { sent: ['quality'], defaults: [] },
      options: { mobile: true, css: null },
    },
    [{ group: { ids: [itemId], bytes: 0, comparison: null }, settings, tags: [] }],
  ],
  updateSchedule: ({ scheduleId }, account) => [{ ...account, scheduleId }, { name: 'altered' }],
  waitingSince: (_ids, account) => [account],
};
