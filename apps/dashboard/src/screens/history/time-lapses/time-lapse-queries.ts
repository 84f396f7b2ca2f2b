import type { TimeLapse } from '@shotclock/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { read } from '../../../api/read.ts';
import { refreshQueries } from '../../../api/refresh-queries.ts';
import { showProblem } from '../../../api/show-problem.ts';

/** Time-lapses have no events, so their progress is polled. */
const pollMs = 1_000;
const pageSize = 5;

export const isWorking = ({ status }: TimeLapse): boolean => status === 'PENDING' || status === 'PROCESSING';

export const imageUrl = (id: number): string => `/api/v1/time-lapses/${id}/image`;
export const fileName = (id: number): string => `time-lapse-${id}.webp`;

/** A time-lapse, polled while it is in progress. */
export const useTimeLapse = (id: number) =>
  useQuery({
    ...read('timeLapses.get', id),
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data && !isWorking(state.data) ? false : pollMs),
  });

/** A page of the time-lapses of an item, newest first, polled while one is in progress. */
export const useTimeLapseList = (itemId: number, page: number) =>
  useQuery({
    ...read('timeLapses.list', itemId, { page, size: pageSize }),
    // The data may be old, because the dialog keeps its state while it is closed.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.content.some(isWorking) ? pollMs : false),
  });

/** Deletes time-lapses of an item, and cancels those in progress. */
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
