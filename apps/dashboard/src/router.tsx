// The screens by address. A screen is loaded when it is first opened, or when the pointer is over a link to it.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { parseActivitySearch } from './screens/activity/activity-search.ts';
import { parseHistorySearch } from './screens/history/history-search.ts';
import { parseScheduleFilters } from './screens/schedules/schedule-filters.ts';
import { parseScreenshotSearch } from './screens/screenshots/screenshot-search.ts';
import { parseSettingsSearch } from './screens/settings/settings-search.ts';
import { ScreenFault } from './shell/screen-fault.tsx';
import { NotFound, Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: ScreenFault });
const under = () => root;

const overview = createRoute({
  getParentRoute: under,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/overview/overview-screen.tsx'), 'OverviewScreen'),
});
const schedules = createRoute({
  getParentRoute: under,
  path: '/schedules',
  validateSearch: parseScheduleFilters,
  component: lazyRouteComponent(() => import('./screens/schedules/schedules-screen.tsx'), 'SchedulesScreen'),
});
const newSchedule = createRoute({
  getParentRoute: under,
  path: '/schedules/new',
  validateSearch: ({ url }: Record<string, unknown>) => (typeof url === 'string' ? { url } : {}),
  component: lazyRouteComponent(
    () => import('./screens/schedule-form/new-schedule-screen.tsx'),
    'NewScheduleScreen',
  ),
});
const schedule = createRoute({
  getParentRoute: under,
  path: '/schedules/$scheduleId',
  component: lazyRouteComponent(() => import('./screens/schedules/schedule-screen.tsx'), 'ScheduleScreen'),
});
const editSchedule = createRoute({
  getParentRoute: under,
  path: '/schedules/$scheduleId/edit',
  component: lazyRouteComponent(
    () => import('./screens/schedule-form/edit-schedule-screen.tsx'),
    'EditScheduleScreen',
  ),
});
const history = createRoute({
  getParentRoute: under,
  path: '/schedules/$scheduleId/items/$itemId',
  validateSearch: parseHistorySearch,
  component: lazyRouteComponent(() => import('./screens/history/history-screen.tsx'), 'HistoryScreen'),
});
const execution = createRoute({
  getParentRoute: under,
  path: '/executions/$executionId',
  component: lazyRouteComponent(() => import('./screens/executions/execution-screen.tsx'), 'ExecutionScreen'),
});
const screenshot = createRoute({
  getParentRoute: under,
  path: '/screenshots/$screenshotId',
  validateSearch: parseScreenshotSearch,
  component: lazyRouteComponent(
    () => import('./screens/screenshots/screenshot-screen.tsx'),
    'ScreenshotScreen',
  ),
});
const activity = createRoute({
  getParentRoute: under,
  path: '/activity',
  validateSearch: parseActivitySearch,
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
  validateSearch: parseSettingsSearch,
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
    // Where there is no address bar, nothing scrolls.
    scrollRestoration: history === undefined,
    defaultErrorComponent: ScreenFault,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
