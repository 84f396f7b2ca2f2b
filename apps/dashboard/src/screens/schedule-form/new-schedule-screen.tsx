import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { Page } from '../../components/layout/page.tsx';
import { texts } from '../../texts/texts.ts';
import { newDraft } from './draft.ts';
import { completeSchedule, createSchedule, PartlySaved, type Save } from './save-schedule.ts';
import { ScheduleForm } from './schedule-form.tsx';

const route = getRouteApi('/schedules/new');
const { schedules } = texts;

export function NewScheduleScreen() {
  const { url } = route.useSearch();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  /** The created schedule while some of its pages are still missing. */
  const begun = useRef<{ id: number; pages: number } | null>(null);

  async function create(save: Save): Promise<number> {
    try {
      if (begun.current === null) return await createSchedule(save);
      const { id, pages } = begun.current;
      await completeSchedule(id, pages, save);
      return id;
    } catch (error) {
      if (error instanceof PartlySaved)
        begun.current = { id: error.scheduleId, pages: (begun.current?.pages ?? 0) + error.added };
      throw error;
    }
  }
  return (
    <Page title={schedules.form.newTitle} above={<Link to="/schedules">{schedules.title}</Link>}>
      <ScheduleForm
        initial={{ ...newDraft(), pages: url ?? '' }}
        submitLabel={schedules.form.create}
        needsPages
        onSave={create}
        onSaved={async (id) => {
          showNotification({ message: schedules.created });
          await refreshQueries(queryClient);
          await navigate({ to: '/schedules/$scheduleId', params: { scheduleId: String(id) } });
        }}
      />
    </Page>
  );
}
