import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

const isFirstRequest = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching';

/**
 * Requests what is on the screen again after a change; all queries unless `filters` names some. A request that began before the change may have
 * read the data from before it. TanStack Query repeats such a request only when the query has data, so the first request of a query is
 * cancelled here.
 */
export async function refreshQueries(
  queryClient: QueryClient,
  filters: InvalidateQueryFilters = {},
): Promise<void> {
  const { predicate = () => true } = filters;
  await queryClient.cancelQueries({
    ...filters,
    type: 'active',
    predicate: (query) => isFirstRequest(query) && predicate(query),
  });
  await queryClient.invalidateQueries(filters);
}
