// The single declaration of the resources of the API. The sort fields of lists, scopes, groups of operations, names in
// the audit log and in errors, and the resources that the tests of all routes create are derived from this table.
// CONTRIBUTING.md ("an entity") lists the files to change for a new resource.
import type { TObject } from '@sinclair/typebox';
import { Account } from './accounts/account.ts';
import { ApiKey } from './accounts/api-key.ts';
import { AccountSession } from './accounts/session.ts';
import { Share } from './accounts/share.ts';
import { Wallet } from './accounts/wallet.ts';
import { AlertRule } from './alerts/alert-rule.ts';
import { Delivery } from './alerts/delivery.ts';
import { Destination } from './alerts/destination.ts';
import { Feed } from './alerts/feed.ts';
import { Screenshot } from './captures/screenshot.ts';
import { TimeLapse } from './captures/time-lapse.ts';
import { ContentCheck } from './items/content-check.ts';
import { ScheduleItem } from './items/item.ts';
import { ScheduleExecution } from './schedules/execution.ts';
import { Schedule } from './schedules/schedule.ts';
import { StringEnum } from './schema.ts';

/** The groups of operations, in the order of the OpenAPI document. */
export const operationGroups = {
  Schedules: 'What to capture, and when.',
  Items: 'The target URLs of a schedule, with their capture settings.',
  Executions: 'The runs of a schedule.',
  Screenshots: 'Manual and scheduled captures, and their artifacts.',
  Shares: 'Public links to images, which can be opened without an API key.',
  'Time-lapses': "Animated images of an item's captures.",
  Activity: 'Feeds of finished captures and of content-change debits and credits.',
  'Content changes': 'Checks that compare the image, text or HTML of a page with its baseline.',
  Events: 'Changes in the account, as they happen.',
  Alerts:
    'Messages to people and programs: their receivers, the rules that send them, the log of deliveries, and feeds of changes.',
  Wallet: 'The credits that pay for content-change checks.',
  Accounts: 'The accounts, and the account for which a request acts.',
  'API keys': 'The keys with which clients authenticate.',
  Session: 'Browser sign-in and sign-out.',
  'Audit log': 'Who changed what, when and from where.',
  Health: 'Liveness and readiness, for monitoring, and checks of the system.',
} as const;

/**
 * How a test creates a resource: the path below `/api/v1`, and the body. The name or URL of the resource contains `text`.
 * `ids` contains the IDs of the resources of earlier nouns, by path segment.
 */
type Sample = { path: string; body?: (text: string, ids: Record<string, number>) => unknown };

export type Noun = {
  /** The name in sentences: "There is no time-lapse 5." */
  name: string;
  /** The path segment below `/api/v1`. An ID follows this segment in every path. */
  path: string;
  group: keyof typeof operationGroups;
  schema: TObject;
  /** The sort fields of the list, with the default first; null if there is no list. */
  sortFields: readonly string[] | null;
  /** The scope that every request for the resource requires; if null, `read` for GET and `write` for other methods. */
  scope: 'admin' | null;
  /** The type of the resource in the audit log. */
  auditName: string;
  /**
   * The field that contains the resource's display name, which the audit log shows; null if the display name is that of
   * another resource.
   */
  nameField: string | null;
  /** Null if no request can create the resource, or if only a request from an authenticated account can. */
  sample: Sample | null;
};

const page = (text: string) => ({ url: `https://example.com/${text}` });
const capture = (text: string) => ({
  ...page(text),
  extractHtml: true,
  extractText: true,
  thumbnailWidth: 10,
});

export const nouns = {
  schedules: {
    name: 'schedule',
    path: 'schedules',
    group: 'Schedules',
    schema: Schedule,
    sortFields: ['createdAt', 'updatedAt', 'id', 'name', 'nextRunAt'],
    scope: null,
    auditName: 'SCHEDULE',
    nameField: 'name',
    sample: {
      path: '/schedules',
      body: (text) => ({ name: text, schedule: { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' } }),
    },
  },
  items: {
    name: 'item',
    path: 'items',
    group: 'Items',
    schema: ScheduleItem,
    sortFields: ['createdAt', 'updatedAt', 'id', 'url', 'position'],
    scope: null,
    auditName: 'ITEM',
    nameField: 'url',
    sample: { path: '/schedules/{scheduleId}/items', body: (text) => [capture(text)] },
  },
  executions: {
    name: 'execution',
    path: 'executions',
    group: 'Executions',
    schema: ScheduleExecution,
    sortFields: ['createdAt', 'id', 'startedAt', 'completedAt', 'status'],
    scope: null,
    auditName: 'EXECUTION',
    nameField: null,
    sample: { path: '/schedules/{scheduleId}/run' },
  },
  screenshots: {
    name: 'screenshot',
    path: 'screenshots',
    group: 'Screenshots',
    schema: Screenshot,
    sortFields: ['createdAt', 'id', 'completedAt'],
    scope: null,
    auditName: 'SCREENSHOT',
    nameField: 'url',
    sample: { path: '/screenshots', body: capture },
  },
  contentChecks: {
    name: 'content-change check',
    path: 'content-changes',
    group: 'Content changes',
    schema: ContentCheck,
    sortFields: ['createdAt', 'id', 'completedAt', 'ratio'],
    scope: null,
    auditName: 'CONTENT_CHECK',
    nameField: 'url',
    sample: { path: '/content-changes', body: page },
  },
  wallets: {
    name: 'wallet',
    path: 'wallet',
    group: 'Wallet',
    schema: Wallet,
    sortFields: null,
    scope: null,
    auditName: 'WALLET',
    nameField: null,
    sample: null,
  },
  accounts: {
    name: 'account',
    path: 'accounts',
    group: 'Accounts',
    schema: Account,
    sortFields: ['createdAt', 'id', 'name'],
    scope: 'admin',
    auditName: 'ACCOUNT',
    nameField: null,
    sample: null,
  },
  apiKeys: {
    name: 'API key',
    path: 'api-keys',
    group: 'API keys',
    schema: ApiKey,
    sortFields: ['createdAt', 'id', 'name'],
    scope: 'admin',
    auditName: 'API_KEY',
    nameField: 'prefix',
    sample: { path: '/api-keys', body: (text) => ({ name: text, scopes: ['read'] }) },
  },
  sessions: {
    name: 'session',
    path: 'sessions',
    group: 'Session',
    schema: AccountSession,
    sortFields: ['createdAt', 'id'],
    scope: 'admin',
    auditName: 'SESSION',
    nameField: null,
    sample: null,
  },
  shares: {
    name: 'share',
    path: 'shares',
    group: 'Shares',
    schema: Share,
    sortFields: ['createdAt', 'id'],
    scope: null,
    auditName: 'SHARE',
    nameField: null,
    sample: { path: '/screenshots/{screenshotId}/share', body: () => ({}) },
  },
  timeLapses: {
    name: 'time-lapse',
    path: 'time-lapses',
    group: 'Time-lapses',
    schema: TimeLapse,
    sortFields: ['createdAt', 'id'],
    scope: null,
    auditName: 'TIME_LAPSE',
    nameField: null,
    sample: { path: '/items/{itemId}/time-lapse', body: () => ({}) },
  },
  destinations: {
    name: 'destination',
    path: 'destinations',
    group: 'Alerts',
    schema: Destination,
    sortFields: ['createdAt', 'id', 'name'],
    scope: null,
    auditName: 'DESTINATION',
    nameField: 'name',
    sample: {
      path: '/destinations',
      body: (text) => ({ name: text, kind: 'webhook', config: { url: `https://hooks.invalid/${text}` } }),
    },
  },
  alertRules: {
    name: 'alert rule',
    path: 'alert-rules',
    group: 'Alerts',
    schema: AlertRule,
    sortFields: ['createdAt', 'id', 'name'],
    scope: null,
    auditName: 'ALERT_RULE',
    nameField: 'name',
    sample: {
      path: '/alert-rules',
      body: (text, { destinations }) => ({
        name: text,
        events: ['content.changed'],
        destinationIds: [destinations],
      }),
    },
  },
  deliveries: {
    name: 'delivery',
    path: 'deliveries',
    group: 'Alerts',
    schema: Delivery,
    sortFields: ['createdAt', 'id'],
    scope: null,
    auditName: 'DELIVERY',
    nameField: null,
    sample: null,
  },
  feeds: {
    name: 'feed',
    path: 'feeds',
    group: 'Alerts',
    schema: Feed,
    sortFields: ['createdAt', 'id', 'name'],
    scope: null,
    auditName: 'FEED',
    nameField: 'name',
    sample: { path: '/feeds', body: (text) => ({ name: text }) },
  },
} as const satisfies Record<string, Noun>;

type Nouns = typeof nouns;
export type NounName = Nouns[keyof Nouns]['name'];

export const AuditedResource = StringEnum(
  Object.values(nouns).map(({ auditName }) => auditName),
  { title: 'AuditedResource', description: "What was changed. A wallet's ID is its account's ID." },
);
export type AuditedResource = Nouns[keyof Nouns]['auditName'];

type SortFieldsOfNouns = {
  [Name in keyof Nouns as Nouns[Name]['sortFields'] extends null ? never : Name]: NonNullable<
    Nouns[Name]['sortFields']
  >;
};
const sortFieldsOfNouns = Object.fromEntries(
  Object.entries(nouns).flatMap(([name, { sortFields }]) => (sortFields ? [[name, sortFields]] : [])),
) as SortFieldsOfNouns;

/** The sort fields of each list, both of nouns and of other lists. The first is the default. */
export const sortFields = {
  ...sortFieldsOfNouns,
  allExecutions: ['createdAt', 'id'],
  allItems: ['createdAt', 'id'],
  screenshotActivity: ['createdAt', 'captureTime'],
  contentChangeActivity: ['createdAt'],
  walletEntries: ['createdAt'],
  auditLog: ['createdAt', 'id'],
} as const;
export type SortField<List extends keyof typeof sortFields> = (typeof sortFields)[List][number];
