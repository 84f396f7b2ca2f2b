import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { queryClient } from './api/query-client.ts';
import type { AppRouter } from './router.tsx';
import { Notifications } from './shell/notifications.tsx';
import { theme } from './theme.ts';

type AppProps = {
  router: AppRouter;
  /** The nonce of the style elements that Mantine adds. */
  nonce: string;
};

export function App({ router, nonce }: AppProps) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          <Notifications />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}
