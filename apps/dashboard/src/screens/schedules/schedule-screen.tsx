import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useMay } from '../../api/access.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { blockingError, isMissing } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { useTellMe } from '../../components/alerts/use-tell-me.tsx';
import { Icon } from '../../components/controls/icon.tsx';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { FeedButton } from '../../components/feeds/feed-button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { MissingSchedule } from '../../components/layout/missing-resource.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { RunStrip } from '../../components/schedules/run-strip.tsx';
import { TimingText } from '../../components/schedules/timing.tsx';
import { formatNumber } from '../../components/text/format.ts';
import { Tag } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import { RunList } from './run-list.tsx';
import { SchedulePages } from './schedule-pages.tsx';
import classes from './schedule-screen.module.css';
import { parseScheduleSearch } from './schedule-search.ts';
import { ScheduleState } from './schedule-state.tsx';
import { UncheckedNotice } from './unchecked-notice.tsx';
import { useScheduleActions } from './use-schedule-actions.ts';

const route = getRouteApi('/schedules/$scheduleId');
const { schedules } = texts;

export function ScheduleScreen() {
  const id = Number(route.useParams().scheduleId);
  const { part: partShown = 0, find = '' } = route.useSearch();
  const navigate = useNavigate();
  const refetchInterval = useRefetchInterval();
  const [isDeleting, deletion] = useDisclosure();
  const more = useRef<HTMLButtonElement>(null);
  const actions = useScheduleActions(id);
  const mayWrite = useMay('write') !== false;
  const schedule = useQuery({
    ...read('schedules.get', id, { expand: 'policy,tags,upcomingRuns' }),
    refetchInterval,
    placeholderData: undefined,
  });
  const tellMe = useTellMe({ name: schedule.data?.name ?? '', scheduleId: id });
  const runs = useQuery({
    ...read('schedules.executions', id, { size: 60, expand: 'outcome' }),
    refetchInterval,
    placeholderData: undefined,
  });
  const captures = useQuery({
    ...read('items.newestCaptures', id),
    refetchInterval,
    placeholderData: undefined,
  });
  if (isMissing(schedule.error)) return <MissingSchedule />;
  if (blockingError(schedule))
    return (
      <Page title={schedules.title}>
        <ProblemNotice error={schedule.error} onRetry={() => void schedule.refetch()} />
      </Page>
    );
  const { data } = schedule;
  const isPaused = Boolean(data?.policy?.pausedAt);

  async function runNow(): Promise<void> {
    const run = await actions.run();
    if (run) await navigate({ to: '/executions/$executionId', params: { executionId: String(run.id) } });
  }

  return (
    <Page
      names={[data?.name, schedules.title]}
      title={data?.name ?? ' '}
      above={<Link to="/schedules">{schedules.title}</Link>}
      subtitle={
        data ? (
          <span className={classes.subtitle}>
            <ScheduleState schedule={data} />
            <TimingText timing={data.schedule} />
            <span>{data.policy?.timezone}</span>
            {data.tags?.map((tag) => (
              <Link key={tag} to="/schedules" search={{ tag }}>
                <Tag>{tag}</Tag>
              </Link>
            ))}
          </span>
        ) : (
          ' '
        )
      }
      actions={
        data && (
          <>
            <WriteButton
              leftSection={<Icon name="play" size={14} />}
              loading={actions.isBusy}
              disabled={data.items.length === 0}
              onClick={() => void runNow()}
            >
              {schedules.run}
            </WriteButton>
            {data.status === 'ACTIVE' && (
              <WriteButton
                variant="default"
                onClick={() => void (isPaused ? actions.resume() : actions.pause())}
              >
                {isPaused ? schedules.resume : schedules.pause}
              </WriteButton>
            )}
            {tellMe && (
              <Button variant="default" leftSection={<Icon name="bell" size={14} />} onClick={tellMe.open}>
                {tellMe.label}
              </Button>
            )}
            {data.policy?.detectChanges && <FeedButton subject={{ name: data.name, scheduleId: id }} />}
            {mayWrite && (
              <LinkButton
                to="/schedules/$scheduleId/edit"
                params={{ scheduleId: String(id) }}
                variant="default"
                leftSection={<Icon name="edit" size={14} />}
              >
                {schedules.edit}
              </LinkButton>
            )}
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon ref={more} variant="default" size={30} aria-label={schedules.more}>
                  <Icon name="more" />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  className={classes.danger!}
                  color="var(--bad)"
                  disabled={!mayWrite}
                  leftSection={<Icon name="trash" />}
                  onClick={deletion.open}
                >
                  {schedules.delete}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )
      }
    >
      {data?.description && <p className={classes.description}>{data.description}</p>}
      {data?.policy?.detectChanges && <UncheckedNotice runs={runs.data?.content} />}
      <dl className={classes.facts}>
        <div>
          <dt>{schedules.columns.next}</dt>
          <dd>{data?.nextRunAt ? <Time at={data.nextRunAt} /> : data ? schedules.noNext : ' '}</dd>
        </div>
        <div>
          <dt>{schedules.columns.last}</dt>
          <dd>{data?.lastRunAt ? <Time at={data.lastRunAt} /> : data ? schedules.never : ' '}</dd>
        </div>
        <div className={classes.strip}>
          <dt>{schedules.columns.recent}</dt>
          <dd>
            <RunStrip runs={runs.data?.content ?? []} length={60} />
          </dd>
        </div>
      </dl>
      <Panel
        title={schedules.items}
        aside={
          data && (
            <span className={classes.aside}>
              {mayWrite && data.items.length > 0 && (
                <Link to="/schedules/$scheduleId/settings" params={{ scheduleId: String(id) }}>
                  {schedules.pageSettings.openAll}
                </Link>
              )}
              {schedules.pages(data.items.length, formatNumber(data.items.length))}
            </span>
          )
        }
      >
        {!data ? (
          <SkeletonRows count={2} height={120} />
        ) : data.items.length === 0 ? (
          <EmptyState icon="image" title={schedules.itemsNone}>
            {mayWrite && (
              <LinkButton to="/schedules/$scheduleId/edit" params={{ scheduleId: String(id) }}>
                {schedules.addPages}
              </LinkButton>
            )}
          </EmptyState>
        ) : (
          <SchedulePages
            scheduleId={id}
            items={data.items}
            captures={captures.data?.captures ?? []}
            view={{ part: partShown, find }}
            onView={(view) =>
              void navigate({
                to: '.',
                search: parseScheduleSearch(view),
                replace: true,
                resetScroll: false,
              })
            }
          />
        )}
      </Panel>
      <Panel title={schedules.runs} flush>
        <RunList runs={runs.data?.content} />
      </Panel>
      {tellMe?.dialog}
      <ConfirmDialog
        isOpen={isDeleting}
        title={schedules.deleteTitle}
        returnTo={more}
        hint={schedules.deleteHint}
        action={schedules.delete}
        onCancel={deletion.close}
        onConfirm={async () => {
          if (await actions.remove()) await navigate({ to: '/schedules' });
        }}
      />
    </Page>
  );
}
