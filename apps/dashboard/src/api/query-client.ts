import { keepPreviousData, QueryClient } from '@tanstack/react-query';

/** Because events and polling refresh the data, navigation within this time uses the cache. */
const staleTime = 15_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    // The client already retries temporary failures.
    queries: { staleTime, retry: false, placeholderData: keepPreviousData },
  },
});
