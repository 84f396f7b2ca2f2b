import { Skeleton } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isMissing } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { MissingSchedule } from '../../components/layout/missing-resource.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { texts } from '../../texts/texts.ts';
import { draftOf } from './draft.ts';
import { updateSchedule } from './save-schedule.ts';
import { ScheduleForm } from './schedule-form.tsx';

const ExistingPages = lazy(async () => ({ default: (await import('./existing-pages.tsx')).ExistingPages }));

const route = getRouteApi('/schedules/$scheduleId/edit');
const { schedules } = texts;

export function EditScheduleScreen() {
  const { scheduleId } = route.useParams();
  const id = Number(scheduleId);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const schedule = useQuery({
    ...read('schedules.get', id, { expand: 'policy,tags' }),
    placeholderData: undefined,
  });
  const removed = useQuery({
    ...read('items.list', id, { deleted: true, size: 200, sort: 'updatedAt,desc' }),
    placeholderData: undefined,
  });
  const { error, refetch } = schedule;
  // A new session clears the cache, so the form keeps its own copy of the initial data.
  const [first, setFirst] = useState(schedule.data);
  if (!first && schedule.data) setFirst(schedule.data);
  const data = schedule.data ?? first;
  if (isMissing(error)) return <MissingSchedule />;
  return (
    <Page
      names={[data?.name, schedules.form.editTitle]}
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
          ofSchedule={{ items: data.items, removed: removed.data?.content ?? [] }}
          existing={(draft, set) =>
            data.items.length > 0 && (
              <Suspense fallback={<Skeleton height={120} />}>
                <ExistingPages scheduleId={id} {...{ draft, set }} items={data.items} />
              </Suspense>
            )
          }
          onSave={async (save) => {
            const removed = new Set(save.draft.removedItems);
            const remaining = data.items.filter((item) => !removed.has(item.id)).length;
            await updateSchedule(id, { ...save, remaining });
            return id;
          }}
          onSaved={async () => {
            showNotification({ message: schedules.saved });
            await refreshQueries(queryClient);
            await navigate({ to: '/schedules/$scheduleId', params: { scheduleId } });
          }}
        />
      )}
    </Page>
  );
}
