import { Skeleton } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isMissing } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { MissingResource, MissingSchedule } from '../../components/layout/missing-resource.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { shortUrl } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';

const PageSettingsForm = lazy(async () => ({
  default: (await import('./page-settings-form.tsx')).PageSettingsForm,
}));

const route = getRouteApi('/schedules/$scheduleId/settings');
const { schedules, problems } = texts;

/** Edits how a page of a schedule is captured and compared. */
export function PageSettingsScreen() {
  const { scheduleId } = route.useParams();
  const [itemId = 0] = route.useSearch().items ?? [];
  const id = Number(scheduleId);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const schedule = useQuery({
    ...read('schedules.get', id, { expand: 'policy,options' }),
    placeholderData: undefined,
  });
  const comparison = useQuery({
    ...read('items.comparison', id, itemId),
    placeholderData: undefined,
  });
  const loaded = schedule.data && comparison.data && { schedule: schedule.data, comparison: comparison.data };
  // Events refetch the schedule and a new session clears the cache, so the form keeps its own copy of the initial data.
  const [first, setFirst] = useState(loaded);
  if (!first && loaded) setFirst(loaded);
  const data = loaded ?? first;
  const item = data?.schedule.items.find((one) => one.id === itemId);
  const error = schedule.error ?? comparison.error;
  if (isMissing(schedule.error)) return <MissingSchedule />;
  if (isMissing(comparison.error) || (data && !item))
    return (
      <MissingResource title={problems.missing.page} hint={problems.missing.deleted}>
        <LinkButton to="/schedules/$scheduleId" params={{ scheduleId }}>
          {problems.missing.toSchedule}
        </LinkButton>
      </MissingResource>
    );
  return (
    <Page
      names={[item && shortUrl(item.url), schedules.pageSettings.title]}
      title={schedules.pageSettings.title}
      subtitle={item ? shortUrl(item.url) : ' '}
      above={
        <Link to="/schedules/$scheduleId" params={{ scheduleId }}>
          {data?.schedule.name ?? schedules.title}
        </Link>
      }
    >
      {error && (
        <ProblemNotice
          error={error}
          onRetry={() => {
            void schedule.refetch();
            void comparison.refetch();
          }}
        />
      )}
      {!data && !error && <Skeleton height={480} />}
      {data && item && (
        <Suspense fallback={<Skeleton height={480} />}>
          <PageSettingsForm
            key={item.id}
            schedule={data.schedule}
            item={item}
            comparison={data.comparison}
            onSaved={async () => {
              showNotification({ message: schedules.saved });
              await refreshQueries(queryClient);
              await navigate({
                to: '/schedules/$scheduleId/items/$itemId',
                params: { scheduleId, itemId: String(item.id) },
              });
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}
