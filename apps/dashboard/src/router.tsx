import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { root, routes } from './screens.ts';
import { ScreenFault } from './shell/screen-fault.tsx';
import { NotFound, Shell } from './shell/shell.tsx';

const routeTree = root
  .update({ component: Shell, notFoundComponent: NotFound, errorComponent: ScreenFault })
  .addChildren(routes);

/** @param history the source of the current URL; the address bar by default */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    // A router that does not use the address bar, as in prerendering, must not restore scroll positions.
    scrollRestoration: history === undefined,
    defaultErrorComponent: ScreenFault,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
