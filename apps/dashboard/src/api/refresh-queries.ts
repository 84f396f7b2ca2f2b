import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

const isFirstRequest = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching';

/**
 * Repeats the queries of the current screen after a change: all of them, or those that match `filters`. A request that started before the change may have
 * read outdated data. TanStack Query repeats such a request only if the query already has data, so the first request of a query is
 * canceled here.
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
