import { ActionIcon, Skeleton } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import type { ScheduleItem } from '@shotclock/client';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { shortUrl } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { texts } from '../../texts/texts.ts';
import { type Draft, draftOf, type SetDraft } from './draft.ts';
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
          existing={(draft, set) =>
            data.items.length > 0 && <ExistingPages {...{ draft, set }} items={data.items} />
          }
          onSave={async (save) => {
            const removed = new Set(save.draft.removedItems);
            const remaining = data.items.filter((item) => !removed.has(item.id)).length;
            await updateSchedule(id, { ...save, remaining });
            return id;
          }}
          onSaved={async () => {
            showNotification({ message: schedules.saved });
            await queryClient.invalidateQueries();
            await navigate({ to: '/schedules/$scheduleId', params: { scheduleId } });
          }}
        />
      )}
    </Page>
  );
}

type ExistingPagesProps = { draft: Draft; set: SetDraft; items: readonly ScheduleItem[] };

/** The pages that the schedule has. They are removed when the form is saved. */
function ExistingPages({ draft, set, items }: ExistingPagesProps) {
  const removed = new Set(draft.removedItems);
  return (
    <>
      <ul className={classes.existing} aria-label={schedules.items}>
        {items.map(({ id, url }) => (
          <li key={id} data-removed={removed.has(id)}>
            <span title={url}>{shortUrl(url)}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              onClick={() =>
                set(
                  'removedItems',
                  removed.has(id)
                    ? draft.removedItems.filter((one) => one !== id)
                    : [...draft.removedItems, id],
                )
              }
              aria-label={(removed.has(id) ? schedules.form.keepPage : schedules.form.removePage)(
                shortUrl(url),
              )}
            >
              <Icon name={removed.has(id) ? 'retry' : 'cross'} size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {removed.size > 0 && (
        <p className={classes.shift} role="status">
          {schedules.form.pagesRemoved(removed.size)}
        </p>
      )}
    </>
  );
}
