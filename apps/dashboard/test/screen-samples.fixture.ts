// The screen states that the tests open. A test next to the table of screens (src/screens.test.ts) asserts that no screen is missing.

/** The IDs of the resources that the tests open. */
export type Seed = {
  scheduleId: number;
  clockItemId: number;
  executionId: number;
  screenshotId: number;
  destinationId: number;
  alertRuleId: number;
  deliveryId: number;
};

/** The values that the title of a sample depends on. */
type Shown = { system: { origin: string }; ids: Seed };

/** A state of a screen. The screen tests open each sample, and the title tests expect its title. */
export type Sample = {
  name: string;
  address: (ids: Seed) => string;
  /** The document title without the application name. */
  title: string | ((shown: Shown) => string);
  /** Whether the request limit also applies in a tall window, which shows more content. */
  isTall?: boolean;
  /** The URLs of its visual baselines in the demonstration, by baseline name. IDs in the demonstration start at 1. */
  baselines?: Record<string, string>;
};

const scheduleName = 'Clock and a missing part';
const clock = ({ system }: Shown) => `${system.origin.replace('http://', '')}/demo/clock`;
const fixed = (address: string) => () => address;

/** At least one sample of each screen. */
export const samplesOf = {
  overview: [
    { name: 'overview', address: fixed('/'), title: 'Overview', isTall: true, baselines: { overview: '/' } },
  ],
  schedules: [
    {
      name: 'schedules',
      address: fixed('/schedules'),
      title: 'Schedules',
      isTall: true,
      baselines: { schedules: '/schedules' },
    },
  ],
  newSchedule: [
    {
      name: 'new schedule',
      address: fixed('/schedules/new'),
      title: 'New schedule',
      baselines: { 'new-schedule': '/schedules/new' },
    },
  ],
  schedule: [
    {
      name: 'schedule',
      address: ({ scheduleId }) => `/schedules/${scheduleId}`,
      title: `${scheduleName} · Schedules`,
      isTall: true,
      baselines: { schedule: '/schedules/2' },
    },
  ],
  editSchedule: [
    {
      name: 'edit schedule',
      address: ({ scheduleId }) => `/schedules/${scheduleId}/edit`,
      title: `${scheduleName} · Edit schedule`,
    },
  ],
  pageSettings: [
    {
      name: 'page settings',
      address: ({ scheduleId, clockItemId }) => `/schedules/${scheduleId}/settings?items=[${clockItemId}]`,
      title: (shown) => `${clock(shown)} · Page settings`,
      baselines: { 'page-settings': '/schedules/2/settings?items=[3]' },
    },
  ],
  history: [
    {
      name: 'history',
      address: ({ scheduleId, clockItemId }) => `/schedules/${scheduleId}/items/${clockItemId}`,
      title: (shown) => `${clock(shown)} · History`,
      isTall: true,
      baselines: {
        history: '/schedules/1/items/1?at=931',
        comparison: '/schedules/1/items/1?at=1701&with=1476&mode=split',
      },
    },
  ],
  execution: [
    {
      name: 'execution',
      address: ({ executionId }) => `/executions/${executionId}`,
      title: ({ ids }) => `Run ${ids.executionId} · ${scheduleName}`,
      baselines: { execution: '/executions/873' },
    },
  ],
  screenshot: [
    {
      name: 'screenshot',
      address: ({ screenshotId }) => `/screenshots/${screenshotId}`,
      title: (shown) => `${clock(shown)} · Capture ${shown.ids.screenshotId}`,
      baselines: { screenshot: '/screenshots/1717' },
    },
  ],
  capture: [
    {
      name: 'capture now',
      address: fixed('/capture'),
      title: 'Capture now',
      baselines: { capture: '/capture' },
    },
  ],
  activity: [
    {
      name: 'activity',
      address: fixed('/activity'),
      title: 'Captures · Activity',
      baselines: { activity: '/activity' },
    },
    {
      name: 'changes',
      address: fixed('/activity?tab=changes'),
      title: 'Changes · Activity',
      baselines: { changes: '/activity?tab=changes' },
    },
    {
      name: 'wallet',
      address: fixed('/activity?tab=wallet'),
      title: 'Wallet · Activity',
      baselines: { wallet: '/activity?tab=wallet' },
    },
  ],
  alerts: [
    {
      name: 'messages',
      address: fixed('/alerts'),
      title: 'Messages · Alerts',
      isTall: true,
      baselines: { messages: '/alerts' },
    },
    {
      name: 'alert rules',
      address: fixed('/alerts?tab=rules'),
      title: 'Rules · Alerts',
      baselines: { 'alert-rules': '/alerts?tab=rules' },
    },
    {
      name: 'destinations',
      address: fixed('/alerts?tab=destinations'),
      title: 'Destinations · Alerts',
      baselines: { destinations: '/alerts?tab=destinations' },
    },
  ],
  message: [
    {
      name: 'message',
      address: ({ deliveryId }) => `/alerts/messages/${deliveryId}`,
      title: `${scheduleName}: 1 change · Messages`,
      baselines: { message: '/alerts/messages/7' },
    },
  ],
  inbox: [{ name: 'inbox', address: fixed('/inbox'), title: 'Inbox', isTall: true }],
  newDestination: [
    { name: 'new destination', address: fixed('/alerts/destinations/new'), title: 'New destination' },
  ],
  destination: [
    {
      name: 'destination',
      address: ({ destinationId }) => `/alerts/destinations/${destinationId}`,
      title: 'On call · Destinations',
      baselines: { destination: '/alerts/destinations/1' },
    },
  ],
  newAlertRule: [
    {
      name: 'new alert rule',
      address: ({ scheduleId }) => `/alerts/rules/new?scheduleId=${scheduleId}`,
      title: 'New rule',
    },
  ],
  alertRule: [
    {
      name: 'alert rule',
      address: ({ alertRuleId }) => `/alerts/rules/${alertRuleId}`,
      title: 'Clock runs · Rules',
      baselines: { 'alert-rule': '/alerts/rules/1' },
    },
  ],
  settings: [
    {
      name: 'limits',
      address: fixed('/settings'),
      title: 'Limits · Settings',
      baselines: { settings: '/settings' },
    },
    { name: 'keys', address: fixed('/settings?tab=keys'), title: 'API keys · Settings' },
    { name: 'sessions', address: fixed('/settings?tab=sessions'), title: 'Sessions · Settings' },
    { name: 'audit log', address: fixed('/settings?tab=audit'), title: 'Audit log · Settings' },
    { name: 'system', address: fixed('/settings?tab=system'), title: 'System · Settings' },
  ],
} satisfies Record<string, readonly [Sample, ...Sample[]]>;

export const samples: readonly Sample[] = Object.values(samplesOf).flat();
