import { showNotification } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { blockingError, isMissing } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { showProblem } from '../../api/show-problem.ts';
import { SkeletonGrid } from '../../components/captures/capture-grid.tsx';
import { unexpectedWords } from '../../components/captures/capture-state.ts';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { MissingResource, SchedulesLink } from '../../components/layout/missing-resource.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { runState, toneOfRun } from '../../components/schedules/tones.ts';
import { formatDuration } from '../../components/text/format.ts';
import { Status } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './execution-screen.module.css';
import { RunGallery } from './run-gallery.tsx';
import { RunProgress } from './run-progress.tsx';

const route = getRouteApi('/executions/$executionId');
const { captures, schedules, problems } = texts;

export function ExecutionScreen() {
  const id = Number(route.useParams().executionId);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const refetchInterval = useRefetchInterval();
  const execution = useQuery({
    ...read('executions.get', id, { expand: 'outcome' }),
    refetchInterval: ({ state }) => (state.data?.status === 'PROCESSING' ? refetchInterval : false),
    placeholderData: undefined,
  });
  const isRunning = execution.data?.status === 'PROCESSING';
  const scheduleId = execution.data?.outcome?.scheduleId;
  const schedule = useQuery({
    ...read('schedules.get', scheduleId ?? 0),
    enabled: scheduleId !== undefined,
    placeholderData: undefined,
  });
  const run = execution.data;
  const unexpected = unexpectedWords(run?.outcome?.verdicts);

  async function cancel(): Promise<void> {
    try {
      await client.executions.cancel(id);
      showNotification({ message: captures.execution.cancelled });
    } catch (error) {
      showProblem(error);
    }
    await refreshQueries(queryClient);
  }
  async function retry(include?: 'verdicts'): Promise<void> {
    try {
      const started = await client.executions.retryFailed(id, include ? { include } : {});
      showNotification({ message: captures.execution.retryStarted });
      await navigate({ to: '/executions/$executionId', params: { executionId: String(started.id) } });
    } catch (error) {
      showProblem(error);
    }
  }

  if (isMissing(execution.error))
    return (
      <MissingResource title={problems.missing.run} hint={problems.missing.deleted}>
        <SchedulesLink />
      </MissingResource>
    );
  if (blockingError(execution))
    return (
      <Page title={captures.execution.title(id)}>
        <ProblemNotice error={execution.error} onRetry={() => void execution.refetch()} />
      </Page>
    );
  return (
    <Page
      names={[captures.execution.title(id), schedule.data?.name]}
      title={captures.execution.title(id)}
      above={
        scheduleId !== undefined &&
        (isMissing(schedule.error) ? (
          schedules.deletedSchedule
        ) : (
          <Link to="/schedules/$scheduleId" params={{ scheduleId: String(scheduleId) }}>
            {schedule.data?.name ?? schedules.title}
          </Link>
        ))
      }
      subtitle={
        run ? (
          <span className={classes.subtitle}>
            <Status tone={toneOfRun(run)}>{schedules.runStates[runState(run)]}</Status>
            <span>
              {captures.execution.started} <Time at={run.startedAt} />
            </span>
            {run.outcome && <span>{schedules.triggers[run.outcome.trigger]}</span>}
            {run.completedAt && <span>{formatDuration(run.processingTimeMs)}</span>}
            {unexpected.map((words) => (
              <Status key={words} tone="warn">
                {words}
              </Status>
            ))}
          </span>
        ) : (
          ' '
        )
      }
      actions={
        run && (
          <>
            {isRunning && (
              <WriteButton variant="default" onClick={() => void cancel()}>
                {captures.execution.cancel}
              </WriteButton>
            )}
            {!isRunning && run.failedItems > 0 && (
              <WriteButton onClick={() => void retry()}>{captures.execution.retry}</WriteButton>
            )}
            {!isRunning && unexpected.length > 0 && (
              <WriteButton variant="default" onClick={() => void retry('verdicts')}>
                {run.failedItems > 0 ? captures.execution.retryBoth : captures.execution.retryUnexpected}
              </WriteButton>
            )}
          </>
        )
      }
    >
      {run?.outcome?.reason && (
        <p className={classes.reason}>
          {run.outcome.reason}{' '}
          {run.outcome.uncheckedItems > 0 && (
            <Link to="/activity" search={{ tab: 'wallet' }}>
              {captures.execution.openWallet}
            </Link>
          )}
        </p>
      )}
      {run && run.totalItems > 0 && <RunProgress run={run} />}
      {run ? <RunGallery run={run} /> : <SkeletonGrid count={8} />}
    </Page>
  );
}
