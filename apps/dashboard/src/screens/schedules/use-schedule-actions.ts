import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { showProblem } from '../../api/show-problem.ts';
import { texts } from '../../texts/texts.ts';

const { schedules } = texts;

/** What can be done with one schedule. Each action reports how it ended. */
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
      await queryClient.invalidateQueries();
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

/** Requests of a bulk action that run at the same time. */
const atOnce = 4;

/** Runs or pauses many schedules, and says how many. */
export function useBulkActions(onDone: () => void) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function forEach(
    ids: ReadonlySet<number>,
    verb: 'run' | 'pause',
    message: (count: number) => string,
  ): Promise<void> {
    setBusy(true);
    const waiting = [...ids];
    let done = 0;
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const params = { params: { path: { id } } };
        const { error } =
          verb === 'run'
            ? await client.POST('/api/v1/schedules/{id}/run', params)
            : await client.POST('/api/v1/schedules/{id}/pause', params);
        if (error === undefined) done += 1;
      }
    };
    await Promise.allSettled(Array.from({ length: atOnce }, work));
    if (done > 0) showNotification({ message: message(done) });
    if (done < ids.size) showNotification({ message: schedules.bulkFailed(ids.size - done), color: 'red' });
    setBusy(false);
    onDone();
    await queryClient.invalidateQueries();
  }
  return {
    isBusy,
    run: (ids: ReadonlySet<number>) => void forEach(ids, 'run', schedules.bulkRun),
    pause: (ids: ReadonlySet<number>) => void forEach(ids, 'pause', schedules.bulkPause),
  };
}
