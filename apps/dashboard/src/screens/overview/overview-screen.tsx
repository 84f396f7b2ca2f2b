import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { useMe } from '../../api/me.ts';
import { read } from '../../api/read.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { NewScheduleButton } from '../../components/schedules/new-schedule-button.tsx';
import { texts } from '../../texts/texts.ts';
import { Attention } from './attention.tsx';
import { BeTold } from './be-told.tsx';
import { Figures } from './figures.tsx';
import { LatestChanges } from './latest-changes.tsx';
import { NewestCaptures } from './newest-captures.tsx';
import { NextRuns } from './next-runs.tsx';
import classes from './overview-screen.module.css';
import { useOverview } from './use-overview.ts';

// Most systems never show it.
const LostRights = lazy(() => import('./lost-rights.tsx'));

const { overview } = texts;
const newestCaptures = 12;

export function OverviewScreen() {
  const refetchInterval = useRefetchInterval();
  const next = useQuery({
    // `nextRunFrom` excludes schedules without a next run.
    ...read('schedules.list', { size: 30, sort: 'nextRunAt,asc', nextRunFrom: '1970-01-01T00:00:00Z' }),
    refetchInterval,
  });
  const captures = useQuery({
    ...read('screenshots.list', { size: newestCaptures, expand: 'failureImage,verdict' }),
    refetchInterval,
  });
  const me = useMe();
  const lately = useOverview();
  const queries = [next, captures, lately, me];
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
      {me.data?.lostProtections?.[0] && (
        <Suspense>
          <LostRights lost={me.data.lostProtections} />
        </Suspense>
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
          <Figures
            hours={lately.hours}
            unexpected={lately.data?.unexpectedCaptures}
            me={me.data}
            isFailed={lately.error !== null || Boolean(me.error)}
          />
          <div className={classes.columns}>
            <div className={classes.column}>
              <NewestCaptures captures={captures.data?.content} isFailed={captures.error !== null} />
              <LatestChanges
                checks={lately.data?.changes}
                isUnpaid={(lately.data?.uncheckedSchedules.length ?? 0) > 0}
                isFailed={lately.error !== null}
              />
            </div>
            <div className={classes.column}>
              <NextRuns schedules={next.data?.content} isFailed={next.error !== null} />
              <Attention
                pages={lately.data?.failingPages}
                unexpected={lately.data?.unexpectedPages}
                unchecked={lately.data?.uncheckedSchedules}
                hours={lately.hours}
                isFailed={lately.error !== null}
              />
              {lately.data?.destinations === 0 && <BeTold />}
            </div>
          </div>
        </>
      )}
    </Page>
  );
}
