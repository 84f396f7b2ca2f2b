import { useQueryClient } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { refreshQueries } from '../api/refresh-queries.ts';
import { showProblem } from '../api/show-problem.ts';

/** Returns a function that marks checks as seen, and reports those that cannot be marked. */
export function useMarkSeen(): (checkIds: readonly number[]) => Promise<void> {
  const queryClient = useQueryClient();
  return async (checkIds) => {
    for (const id of checkIds) {
      const { error } = await client.POST('/api/v1/content-changes/{id}/seen', { params: { path: { id } } });
      if (error === undefined) continue;
      showProblem(error);
      break;
    }
    await refreshQueries(queryClient);
  };
}
