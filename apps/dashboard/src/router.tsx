// The screens by address. A screen is loaded when it is first opened, or when the pointer is over a link to it.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
} from '@tanstack/react-router';
import { parseActivitySearch } from './screens/activity/activity-search.ts';
import { parseHistorySearch } from './screens/history/history-search.ts';
import { parseScheduleFilters } from './screens/schedules/schedule-filters.ts';
import { parseScheduleSearch } from './screens/schedules/schedule-search.ts';
import { parseScreenshotSearch } from './screens/screenshots/screenshot-search.ts';
import { parseSettingsSearch } from './screens/settings/settings-search.ts';
import { ScreenFault } from './shell/screen-fault.tsx';
import { NotFound, Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: ScreenFault });
const under = () => root;

/**
 * The search parameters of a screen. The router keeps what a parser leaves out: with `undefined` in its place, no screen receives a value that its
 * parser has refused, and the router removes it from the address.
 */
const only = <Search extends object>(given: Given, parsed: Search): Search => ({
  ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
  ...parsed,
});
type Given = Record<string, unknown>;

/** IDs are positive integers. No other address can have a screen. */
function assertIds(params: object): void {
  if (!Object.values(params).every((id: unknown) => typeof id === 'string' && /^[1-9]\d*$/.test(id)))
    throw notFound();
}

const overview = createRoute({
  getParentRoute: under,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/overview/overview-screen.tsx'), 'OverviewScreen'),
});
const schedules = createRoute({
  getParentRoute: under,
  path: '/schedules',
  validateSearch: (search: Given) => only(search, parseScheduleFilters(search)),
  component: lazyRouteComponent(() => import('./screens/schedules/schedules-screen.tsx'), 'SchedulesScreen'),
});
const newSchedule = createRoute({
  getParentRoute: under,
  path: '/schedules/new',
  validateSearch: (search: Given): { url?: string } =>
    only(search, typeof search.url === 'string' ? { url: search.url } : {}),
  component: lazyRouteComponent(
    () => import('./screens/schedule-form/new-schedule-screen.tsx'),
    'NewScheduleScreen',
  ),
});
const schedule = createRoute({
  getParentRoute: under,
  path: '/schedules/$scheduleId',
  beforeLoad: ({ params }) => assertIds(params),
  validateSearch: (search: Given) => only(search, parseScheduleSearch(search)),
  component: lazyRouteComponent(() => import('./screens/schedules/schedule-screen.tsx'), 'ScheduleScreen'),
});
const editSchedule = createRoute({
  getParentRoute: under,
  path: '/schedules/$scheduleId/edit',
  beforeLoad: ({ params }) => assertIds(params),
  component: lazyRouteComponent(
    () => import('./screens/schedule-form/edit-schedule-screen.tsx'),
    'EditScheduleScreen',
  ),
});
const history = createRoute({
  getParentRoute: under,
  path: '/schedules/$scheduleId/items/$itemId',
  beforeLoad: ({ params }) => assertIds(params),
  validateSearch: (search: Given) => only(search, parseHistorySearch(search)),
  component: lazyRouteComponent(() => import('./screens/history/history-screen.tsx'), 'HistoryScreen'),
});
const execution = createRoute({
  getParentRoute: under,
  path: '/executions/$executionId',
  beforeLoad: ({ params }) => assertIds(params),
  component: lazyRouteComponent(() => import('./screens/executions/execution-screen.tsx'), 'ExecutionScreen'),
});
const screenshot = createRoute({
  getParentRoute: under,
  path: '/screenshots/$screenshotId',
  beforeLoad: ({ params }) => assertIds(params),
  validateSearch: (search: Given) => only(search, parseScreenshotSearch(search)),
  component: lazyRouteComponent(
    () => import('./screens/screenshots/screenshot-screen.tsx'),
    'ScreenshotScreen',
  ),
});
const activity = createRoute({
  getParentRoute: under,
  path: '/activity',
  validateSearch: (search: Given) => only(search, parseActivitySearch(search)),
  component: lazyRouteComponent(() => import('./screens/activity/activity-screen.tsx'), 'ActivityScreen'),
});
const capture = createRoute({
  getParentRoute: under,
  path: '/capture',
  component: lazyRouteComponent(() => import('./screens/capture/capture-screen.tsx'), 'CaptureScreen'),
});
const settings = createRoute({
  getParentRoute: under,
  path: '/settings',
  validateSearch: (search: Given) => only(search, parseSettingsSearch(search)),
  component: lazyRouteComponent(() => import('./screens/settings/settings-screen.tsx'), 'SettingsScreen'),
});

const routeTree = root.addChildren([
  overview,
  schedules,
  newSchedule,
  schedule,
  editSchedule,
  history,
  execution,
  screenshot,
  activity,
  capture,
  settings,
]);

/** @param history where the address is; the address bar by default */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    // A router without the address bar, as in prerendering, must not restore scroll positions.
    scrollRestoration: history === undefined,
    defaultErrorComponent: ScreenFault,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
