import { Skeleton } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import type { ScheduleItem } from '@shotclock/client';
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
import { formatNumber, shortUrl } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';

const PageSettingsForm = lazy(async () => ({
  default: (await import('./page-settings-form.tsx')).PageSettingsForm,
}));

const route = getRouteApi('/schedules/$scheduleId/settings');
const { schedules, problems } = texts;

/** Edits how one, several or all pages in a schedule are captured, and how one page is compared. */
export function PageSettingsScreen() {
  const { scheduleId } = route.useParams();
  const { items: ids } = route.useSearch();
  const itemId = ids?.length === 1 ? ids[0]! : null;
  const id = Number(scheduleId);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const schedule = useQuery({
    ...read('schedules.get', id, { expand: 'options,own,policy,tags' }),
    placeholderData: undefined,
  });
  const comparison = useQuery({
    ...read('items.comparison', id, itemId ?? 0),
    enabled: itemId !== null,
    placeholderData: undefined,
  });
  const ofItem = itemId === null ? null : comparison.data;
  const loaded = schedule.data && ofItem !== undefined && { schedule: schedule.data, comparison: ofItem };
  // Events refetch the schedule and a new session clears the cache, so the form keeps its own copy of the initial data.
  const [first, setFirst] = useState(loaded);
  if (!first && loaded) setFirst(loaded);
  const [reloads, setReloads] = useState(0);
  const data = loaded || first || undefined;
  const items = data?.schedule.items.filter((item) => !ids || ids.includes(item.id)) ?? [];
  const item = itemId === null ? undefined : items[0];
  const error = schedule.error ?? comparison.error;
  if (isMissing(schedule.error)) return <MissingSchedule />;
  if (isMissing(comparison.error) || (data && items.length === 0))
    return (
      <MissingResource title={problems.missing.page} hint={problems.missing.deleted}>
        <LinkButton to="/schedules/$scheduleId" params={{ scheduleId }}>
          {problems.missing.toSchedule}
        </LinkButton>
      </MissingResource>
    );
  return (
    <Page
      names={[item ? shortUrl(item.url) : data?.schedule.name, schedules.pageSettings.title]}
      title={schedules.pageSettings.title}
      subtitle={data ? subtitleOf(items, ids === undefined) : ' '}
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
      {data && (
        <Suspense fallback={<Skeleton height={480} />}>
          <PageSettingsForm
            key={`${ids?.join()} ${reloads}`}
            pages={{ ...data, items, isAll: ids === undefined }}
            onReload={async () => {
              const results = await Promise.all([
                schedule.refetch(),
                ...(itemId === null ? [] : [comparison.refetch()]),
              ]);
              // After a failed request, the form keeps the unsaved changes.
              if (results.every(({ isError }) => !isError)) setReloads(reloads + 1);
            }}
            onSaved={async () => {
              showNotification({ message: schedules.saved });
              await refreshQueries(queryClient);
              await navigate(
                item
                  ? {
                      to: '/schedules/$scheduleId/items/$itemId',
                      params: { scheduleId, itemId: String(item.id) },
                    }
                  : { to: '/schedules/$scheduleId', params: { scheduleId } },
              );
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}

function subtitleOf(items: readonly ScheduleItem[], isAll: boolean): string {
  const [first] = items;
  if (first && items.length === 1) return shortUrl(first.url);
  const count = schedules.pages(items.length, formatNumber(items.length));
  return isAll ? schedules.pageSettings.ofAll(count) : count;
}
