import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { texts } from '../../texts/texts.ts';
import { newDraft } from './draft.ts';
import { createSchedule } from './save-schedule.ts';
import { ScheduleForm } from './schedule-form.tsx';

const route = getRouteApi('/schedules/new');
const { schedules } = texts;

export function NewScheduleScreen() {
  const { url } = route.useSearch();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <Page title={schedules.form.newTitle} above={<Link to="/schedules">{schedules.title}</Link>}>
      <ScheduleForm
        initial={{ ...newDraft(), pages: url ?? '' }}
        submitLabel={schedules.form.create}
        needsPages
        onSubmit={async (draft, urls) => {
          const id = await createSchedule(draft, urls);
          showNotification({ message: schedules.created });
          await queryClient.invalidateQueries();
          await navigate({ to: '/schedules/$scheduleId', params: { scheduleId: String(id) } });
        }}
      />
    </Page>
  );
}
