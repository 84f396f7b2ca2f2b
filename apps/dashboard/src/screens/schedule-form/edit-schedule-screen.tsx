import { ActionIcon, Skeleton } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import type { ScheduleItem } from '@shotclock/client';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';
import { api, client } from '../../api/client.ts';
import { showProblem } from '../../api/show-problem.ts';
import { shortUrl } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { texts } from '../../texts/texts.ts';
import { draftOf } from './draft.ts';
import { updateSchedule } from './save-schedule.ts';
import classes from './schedule-form.module.css';
import { ScheduleForm } from './schedule-form.tsx';

const route = getRouteApi('/schedules/$scheduleId/edit');
const { schedules } = texts;

export function EditScheduleScreen() {
  const { scheduleId } = route.useParams();
  const id = Number(scheduleId);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/schedules/{id}',
    { params: { path: { id }, query: { expand: 'policy' } } },
    { placeholderData: undefined },
  );
  return (
    <Page
      title={schedules.form.editTitle}
      above={
        <Link to="/schedules/$scheduleId" params={{ scheduleId }}>
          {data?.name ?? schedules.title}
        </Link>
      }
    >
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={480} />}
      {data && (
        <ScheduleForm
          initial={draftOf(data)}
          submitLabel={schedules.form.save}
          needsPages={false}
          existing={data.items.length > 0 && <ExistingPages scheduleId={id} items={data.items} />}
          onSubmit={async (draft, urls) => {
            await updateSchedule(id, draft, urls);
            showNotification({ message: schedules.saved });
            await queryClient.invalidateQueries();
            await navigate({ to: '/schedules/$scheduleId', params: { scheduleId } });
          }}
        />
      )}
    </Page>
  );
}

function ExistingPages({ scheduleId, items }: { scheduleId: number; items: readonly ScheduleItem[] }) {
  const queryClient = useQueryClient();
  const mayWrite = useMay('write') !== false;
  async function remove(itemId: number): Promise<void> {
    const { error } = await client.DELETE('/api/v1/schedules/{scheduleId}/items/{itemId}', {
      params: { path: { scheduleId, itemId } },
    });
    if (error) showProblem(error);
    await queryClient.invalidateQueries();
  }
  return (
    <ul className={classes.existing}>
      {items.map(({ id, url }) => (
        <li key={id}>
          <span title={url}>{shortUrl(url)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            disabled={!mayWrite}
            onClick={() => void remove(id)}
            aria-label={schedules.form.removePage(shortUrl(url))}
          >
            <Icon name="cross" size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
