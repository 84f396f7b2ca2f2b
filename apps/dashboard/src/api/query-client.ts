import { keepPreviousData, QueryCache, QueryClient } from '@tanstack/react-query';
import { problemOf } from './problem.ts';
import { isSignedOut } from './session.ts';

/** Events and polling refresh what changes; navigation within this time uses what is there. */
const staleTime = 15_000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      if (problemOf(error)?.code === 'unauthorized') isSignedOut.set(true);
    },
  }),
  defaultOptions: {
    // The client repeats requests whose failure is temporary.
    queries: { staleTime, retry: false, placeholderData: keepPreviousData },
  },
});
