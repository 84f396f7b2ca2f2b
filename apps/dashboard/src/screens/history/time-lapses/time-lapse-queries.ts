import type { TimeLapse } from '@shotclock/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { useRefetchInterval } from '../../../api/live-updates.ts';
import { read } from '../../../api/read.ts';
import { refreshQueries } from '../../../api/refresh-queries.ts';
import { showProblem } from '../../../api/show-problem.ts';

const pageSize = 5;

export const isWorking = ({ status }: TimeLapse): boolean => status === 'PENDING' || status === 'PROCESSING';

export const imageUrl = (id: number): string => `/api/v1/time-lapses/${id}/image`;
export const fileName = (id: number): string => `time-lapse-${id}.webp`;

/** A time-lapse. Events refresh it; without them, it is polled while it is in progress. */
export function useTimeLapse(id: number) {
  const pollMs = useRefetchInterval();
  return useQuery({
    ...read('timeLapses.get', id),
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data && !isWorking(state.data) ? false : pollMs),
  });
}

/** A page of an item's time-lapses, newest first. Without events, it is polled while one is in progress. */
export function useTimeLapseList(itemId: number, page: number) {
  const pollMs = useRefetchInterval();
  return useQuery({
    ...read('timeLapses.list', itemId, { page, size: pageSize }),
    // The data may be old, because the dialog keeps its state while it is closed.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.content.some(isWorking) ? pollMs : false),
  });
}

/** Deletes time-lapses of an item. Those in progress are canceled. */
export function useDeletion(itemId: number, onDeleted: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => client.timeLapses.delete(id),
    onError: showProblem,
    onSuccess: async () => {
      onDeleted();
      await refreshQueries(queryClient, { queryKey: ['timeLapses.list', itemId] });
    },
  });
}
