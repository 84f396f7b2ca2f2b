import { api } from '../../api/client.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { useMe } from '../../api/me.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { NewScheduleButton } from '../../components/new-schedule-button.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { texts } from '../../texts/texts.ts';
import { Attention } from './attention.tsx';
import { Figures } from './figures.tsx';
import { LatestChanges } from './latest-changes.tsx';
import { NewestCaptures } from './newest-captures.tsx';
import { NextRuns } from './next-runs.tsx';
import classes from './overview-screen.module.css';
import { useCaptureHours } from './use-capture-hours.ts';

const { overview } = texts;
/** Of which the first are shown as pictures, and those that failed need attention. */
const newestCaptures = 60;

export function OverviewScreen() {
  const refetchInterval = useRefetchInterval();
  const next = api.useQuery(
    'get',
    '/api/v1/schedules',
    // Schedules without a next run come last in no order: this excludes them.
    { params: { query: { size: 30, sort: 'nextRunAt,asc', nextRunFrom: '1970-01-01T00:00:00Z' } } },
    { refetchInterval },
  );
  const captures = api.useQuery(
    'get',
    '/api/v1/screenshots',
    { params: { query: { size: newestCaptures } } },
    { refetchInterval },
  );
  const me = useMe();
  const hours = useCaptureHours();
  const queries = [next, captures, hours, me];
  const failed = queries.find(({ error }) => error !== null);
  const isEmpty = next.data?.totalElements === 0 && captures.data?.totalElements === 0;

  return (
    <Page title={overview.title} subtitle={overview.greeting} actions={<NewScheduleButton />}>
      {failed && (
        <ProblemNotice
          error={failed.error}
          onRetry={() => {
            for (const query of queries) void query.refetch();
          }}
        />
      )}
      {isEmpty ? (
        <EmptyState icon="image" title={overview.firstTitle} hint={overview.firstHint}>
          <NewScheduleButton />
          <LinkButton to="/capture" variant="default">
            {texts.nav.capture}
          </LinkButton>
        </EmptyState>
      ) : (
        <>
          <Figures hours={hours.data} me={me.data} />
          <div className={classes.columns}>
            <div className={classes.column}>
              <NewestCaptures captures={captures.data?.content} />
              <LatestChanges />
            </div>
            <div className={classes.column}>
              <NextRuns schedules={next.data?.content} />
              <Attention captures={captures.data?.content} hours={hours.data} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}
