import { api } from '../../api/client.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';
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

const { overview } = texts;

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
    { params: { query: { size: 24 } } },
    { refetchInterval },
  );
  const runs = api.useQuery(
    'get',
    '/api/v1/executions',
    { params: { query: { size: 100, expand: 'outcome' } } },
    { refetchInterval },
  );
  const me = api.useQuery('get', '/api/v1/me', {}, { refetchInterval });
  const queries = [next, captures, runs, me];
  const failed = queries.find(({ error }) => error !== null);
  const isEmpty =
    next.data?.totalElements === 0 && captures.data?.totalElements === 0 && runs.data?.totalElements === 0;

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
          <Figures runs={runs.data?.content} limits={me.data?.limits} />
          <div className={classes.columns}>
            <div className={classes.column}>
              <NewestCaptures captures={captures.data?.content} />
              <LatestChanges />
            </div>
            <div className={classes.column}>
              <NextRuns schedules={next.data?.content} />
              <Attention runs={runs.data?.content} schedules={next.data?.content} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}
