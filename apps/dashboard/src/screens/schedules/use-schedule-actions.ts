import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { showProblem } from '../../api/show-problem.ts';
import { texts } from '../../texts/texts.ts';

const { schedules } = texts;

/** The actions for one schedule. Each reports its result. */
export function useScheduleActions(id: number) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function act<T>(
    request: () => Promise<{ data?: T; error?: unknown }>,
    message: string | null,
  ): Promise<T | null> {
    setBusy(true);
    try {
      const { data, error } = await request();
      if (error !== undefined) {
        showProblem(error);
        return null;
      }
      if (message !== null) showNotification({ message });
      await refreshQueries(queryClient);
      return data ?? null;
    } catch (error) {
      showProblem(error);
      return null;
    } finally {
      setBusy(false);
    }
  }
  const params = { params: { path: { id } } };
  return {
    isBusy,
    run: () => act(() => client.POST('/api/v1/schedules/{id}/run', params), schedules.started),
    pause: () => act(() => client.POST('/api/v1/schedules/{id}/pause', params), null),
    resume: () => act(() => client.POST('/api/v1/schedules/{id}/resume', params), null),
    async remove(): Promise<boolean> {
      const { error } = await client.DELETE('/api/v1/schedules/{id}', params);
      if (error !== undefined) showProblem(error);
      else showNotification({ message: schedules.deleted });
      return error === undefined;
    },
  };
}
