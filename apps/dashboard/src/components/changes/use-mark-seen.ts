import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { showProblem } from '../../api/show-problem.ts';

/** Returns a function that marks checks as seen. It stops at the first failure and reports it. */
export function useMarkSeen(): (checkIds: readonly number[]) => Promise<void> {
  const queryClient = useQueryClient();
  return async (checkIds) => {
    try {
      for (const id of checkIds) await client.contentChanges.markSeen(id);
    } catch (error) {
      showProblem(error);
    }
    await refreshQueries(queryClient);
  };
}
