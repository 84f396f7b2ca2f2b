import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { showProblem } from '../../api/show-problem.ts';
import { texts } from '../../texts/texts.ts';

const { schedules } = texts;

/** The actions for one schedule. Each action reports its result. */
export function useScheduleActions(id: number) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function act<T>(request: () => PromiseLike<T>, message: string | null): Promise<T | null> {
    setBusy(true);
    try {
      const result = await request();
      if (message !== null) showNotification({ message });
      await refreshQueries(queryClient);
      return result;
    } catch (error) {
      showProblem(error);
      return null;
    } finally {
      setBusy(false);
    }
  }
  return {
    isBusy,
    run: () => act(() => client.schedules.run(id), schedules.started),
    pause: () => act(() => client.schedules.pause(id), null),
    resume: () => act(() => client.schedules.resume(id), null),
    async remove(): Promise<boolean> {
      try {
        await client.schedules.delete(id);
      } catch (error) {
        showProblem(error);
        return false;
      }
      showNotification({ message: schedules.deleted });
      return true;
    },
  };
}
