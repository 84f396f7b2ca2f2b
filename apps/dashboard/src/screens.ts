// The table of screens. The router, the navigation, the finder, the keyboard shortcuts and their help are derived from it. A screen is loaded when
// it is first opened, or when the pointer is over a link to it.
import { createRootRoute, createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import type { IconName } from './components/controls/icon.tsx';
import { parseActivitySearch } from './screens/activity/activity-search.ts';
import { parseAlertsSearch } from './screens/alerts/alerts-search.ts';
import { parseRuleSearch } from './screens/alerts/rule-search.ts';
import { parseHistorySearch } from './screens/history/history-search.ts';
import { parseInboxSearch } from './screens/inbox/inbox-search.ts';
import { parsePageSettingsSearch } from './screens/page-settings/page-settings-search.ts';
import { parseScheduleFilters } from './screens/schedules/schedule-filters.ts';
import { parseScheduleSearch } from './screens/schedules/schedule-search.ts';
import { parseScreenshotSearch } from './screens/screenshots/screenshot-search.ts';
import { parseSettingsSearch } from './screens/settings/settings-search.ts';
import { texts } from './texts/texts.ts';

/** A screen. If its URL does not contain an ID, it can have a link and a shortcut. */
type Screen = {
  /** With `AnyRoute`, the compiler would infer `any` for the search parameters of a route. */
  route: object;
  /** The link to the screen in the finder and, unless `isOnlyInFinder`, in the navigation. */
  link?: { icon: IconName; label: string; shortLabel?: string; isOnlyInFinder?: true };
  /** The key that opens the screen, and its description in the help. */
  shortcut?: { key: string; help: string };
};

/** The parent route of all screens. The router adds the components, because they use this table. */
export const root = createRootRoute();

const { nav, search, shortcuts } = texts;
const under = { getParentRoute: () => root };

/** The screens, in navigation order. */
export const screens = {
  overview: {
    route: createRoute({
      ...under,
      path: '/',
      component: lazyRouteComponent(() => import('./screens/overview/overview-screen.tsx'), 'OverviewScreen'),
    }),
    link: { icon: 'overview', label: nav.overview },
    shortcut: { key: 'g', help: shortcuts.goOverview },
  },
  schedules: {
    route: createRoute({
      ...under,
      path: '/schedules',
      validateSearch: (given: Given) => only(given, parseScheduleFilters(given)),
      component: lazyRouteComponent(
        () => import('./screens/schedules/schedules-screen.tsx'),
        'SchedulesScreen',
      ),
    }),
    link: { icon: 'schedules', label: nav.schedules },
    shortcut: { key: 'l', help: shortcuts.goSchedules },
  },
  newSchedule: {
    route: createRoute({
      ...under,
      path: '/schedules/new',
      validateSearch: (given: Given): { url?: string } =>
        only(given, typeof given.url === 'string' ? { url: given.url } : {}),
      component: lazyRouteComponent(
        () => import('./screens/schedule-form/new-schedule-screen.tsx'),
        'NewScheduleScreen',
      ),
    }),
    link: { icon: 'plus', label: search.newSchedule, isOnlyInFinder: true },
  },
  schedule: {
    route: createRoute({
      ...under,
      path: '/schedules/$scheduleId',
      beforeLoad: ({ params }) => assertIds(params),
      validateSearch: (given: Given) => only(given, parseScheduleSearch(given)),
      component: lazyRouteComponent(
        () => import('./screens/schedules/schedule-screen.tsx'),
        'ScheduleScreen',
      ),
    }),
  },
  editSchedule: {
    route: createRoute({
      ...under,
      path: '/schedules/$scheduleId/edit',
      beforeLoad: ({ params }) => assertIds(params),
      component: lazyRouteComponent(
        () => import('./screens/schedule-form/edit-schedule-screen.tsx'),
        'EditScheduleScreen',
      ),
    }),
  },
  pageSettings: {
    route: createRoute({
      ...under,
      path: '/schedules/$scheduleId/settings',
      beforeLoad: ({ params }) => assertIds(params),
      validateSearch: (given: Given) => only(given, parsePageSettingsSearch(given)),
      component: lazyRouteComponent(
        () => import('./screens/page-settings/page-settings-screen.tsx'),
        'PageSettingsScreen',
      ),
    }),
  },
  history: {
    route: createRoute({
      ...under,
      path: '/schedules/$scheduleId/items/$itemId',
      beforeLoad: ({ params }) => assertIds(params),
      validateSearch: (given: Given) => only(given, parseHistorySearch(given)),
      component: lazyRouteComponent(() => import('./screens/history/history-screen.tsx'), 'HistoryScreen'),
    }),
  },
  execution: {
    route: createRoute({
      ...under,
      path: '/executions/$executionId',
      beforeLoad: ({ params }) => assertIds(params),
      component: lazyRouteComponent(
        () => import('./screens/executions/execution-screen.tsx'),
        'ExecutionScreen',
      ),
    }),
  },
  screenshot: {
    route: createRoute({
      ...under,
      path: '/screenshots/$screenshotId',
      beforeLoad: ({ params }) => assertIds(params),
      validateSearch: (given: Given) => only(given, parseScreenshotSearch(given)),
      component: lazyRouteComponent(
        () => import('./screens/screenshots/screenshot-screen.tsx'),
        'ScreenshotScreen',
      ),
    }),
  },
  capture: {
    route: createRoute({
      ...under,
      path: '/capture',
      component: lazyRouteComponent(() => import('./screens/capture/capture-screen.tsx'), 'CaptureScreen'),
    }),
    link: { icon: 'capture', label: nav.capture, shortLabel: nav.captureShort },
    shortcut: { key: 'n', help: shortcuts.goCapture },
  },
  activity: {
    route: createRoute({
      ...under,
      path: '/activity',
      validateSearch: (given: Given) => only(given, parseActivitySearch(given)),
      component: lazyRouteComponent(() => import('./screens/activity/activity-screen.tsx'), 'ActivityScreen'),
    }),
    link: { icon: 'activity', label: nav.activity },
    shortcut: { key: 'a', help: shortcuts.goActivity },
  },
  alerts: {
    route: createRoute({
      ...under,
      path: '/alerts',
      validateSearch: (given: Given) => only(given, parseAlertsSearch(given)),
      component: lazyRouteComponent(() => import('./screens/alerts/alerts-screen.tsx'), 'AlertsScreen'),
    }),
    link: { icon: 'bell', label: nav.alerts },
    shortcut: { key: 'b', help: shortcuts.goAlerts },
  },
  message: {
    route: createRoute({
      ...under,
      path: '/alerts/messages/$deliveryId',
      beforeLoad: ({ params }) => assertIds(params),
      component: lazyRouteComponent(() => import('./screens/alerts/message-screen.tsx'), 'MessageScreen'),
    }),
  },
  inbox: {
    route: createRoute({
      ...under,
      path: '/inbox',
      validateSearch: (given: Given) => only(given, parseInboxSearch(given)),
      component: lazyRouteComponent(() => import('./screens/inbox/inbox-screen.tsx'), 'InboxScreen'),
    }),
    link: { icon: 'bell', label: nav.inbox, isOnlyInFinder: true },
  },
  newDestination: {
    route: createRoute({
      ...under,
      path: '/alerts/destinations/new',
      validateSearch: (given: Given) => only(given, parseRuleSearch(given)),
      component: lazyRouteComponent(
        () => import('./screens/alerts/new-destination-screen.tsx'),
        'NewDestinationScreen',
      ),
    }),
    link: { icon: 'plus', label: search.newDestination, isOnlyInFinder: true },
  },
  destination: {
    route: createRoute({
      ...under,
      path: '/alerts/destinations/$destinationId',
      beforeLoad: ({ params }) => assertIds(params),
      component: lazyRouteComponent(
        () => import('./screens/alerts/destination-screen.tsx'),
        'DestinationScreen',
      ),
    }),
  },
  newAlertRule: {
    route: createRoute({
      ...under,
      path: '/alerts/rules/new',
      validateSearch: (given: Given) => only(given, parseRuleSearch(given)),
      component: lazyRouteComponent(() => import('./screens/alerts/new-rule-screen.tsx'), 'NewRuleScreen'),
    }),
    link: { icon: 'plus', label: search.newRule, isOnlyInFinder: true },
  },
  alertRule: {
    route: createRoute({
      ...under,
      path: '/alerts/rules/$ruleId',
      beforeLoad: ({ params }) => assertIds(params),
      component: lazyRouteComponent(() => import('./screens/alerts/rule-screen.tsx'), 'RuleScreen'),
    }),
  },
  settings: {
    route: createRoute({
      ...under,
      path: '/settings',
      validateSearch: (given: Given) => only(given, parseSettingsSearch(given)),
      component: lazyRouteComponent(() => import('./screens/settings/settings-screen.tsx'), 'SettingsScreen'),
    }),
    link: { icon: 'settings', label: nav.settings },
  },
} satisfies Record<string, Screen>;

type Screens = typeof screens;

/** The routes of the screens, with their types. */
export const routes = Object.fromEntries(
  Object.entries(screens).map(([name, { route }]) => [name, route]),
) as { [Name in keyof Screens]: Screens[Name]['route'] };

const all: readonly Screen[] = Object.values(screens);
/** The path pattern of a route, in which `$name` stands for a value. */
export const pathOf = (route: object): string => (route as { options: { path: string } }).options.path;

/** The screens that the finder lists. */
export const screenLinks = all.flatMap(({ route, link }) => (link ? [{ to: pathOf(route), ...link }] : []));

/** The keys that open a screen. */
export const screenShortcuts = all.flatMap(({ route, shortcut }) =>
  shortcut ? [{ to: pathOf(route), ...shortcut }] : [],
);

type Given = Record<string, unknown>;

/**
 * The search parameters of a screen. The router keeps parameters that the parser omits. Setting them to `undefined` removes them from the URL and
 * prevents the screen from receiving values that its parser has rejected.
 */
function only<Search extends object>(given: Given, parsed: Search): Search {
  return { ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])), ...parsed };
}

/** Shows the not-found screen unless all IDs are positive integers. */
function assertIds(params: object): void {
  if (!Object.values(params).every((id: unknown) => typeof id === 'string' && /^[1-9]\d*$/.test(id)))
    throw notFound();
}
