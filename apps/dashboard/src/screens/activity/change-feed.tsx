import type { ContentCheck } from '@shotclock/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { blockingError } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { showProblem } from '../../api/show-problem.ts';
import { periodOf } from '../../components/dates/period-of.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './activity-screen.module.css';
import { type FeedProps, urlFilter } from './activity-search.ts';
import { CheckTable } from './check-table.tsx';
import { FeedFoot } from './feed-foot.tsx';
import { saveCsv } from './write-csv.ts';

const { activity } = texts;
const pageSize = 25;

/** All content-change checks with their pictures: finished, failed and pending. */
export function ChangeFeed({ search, onPage }: FeedProps) {
  const refetchInterval = useRefetchInterval();
  const { page = 0, status, changed, seen, sort, scheduleId, tag, url, from, to } = search;
  const filters = {
    ...(status && status !== 'COMPLETED' && { status }),
    ...(changed !== undefined && { changed }),
    ...(seen !== undefined && { seen }),
    ...(sort === 'size' && { sort: 'ratio,desc' }),
    ...(scheduleId && { scheduleId }),
    ...(tag && { tag }),
    ...urlFilter(url),
    ...periodOf({ from, to }),
  };
  const { data, error, refetch } = useQuery({
    ...read('contentChanges.list', { ...filters, page, size: pageSize, expand: 'title,changes' }),
    refetchInterval: page === 0 ? refetchInterval : false,
  });
  if (blockingError({ data, error })) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data?.totalElements === 0)
    return Object.keys(filters).length > 0 ? (
      <EmptyState icon="difference" title={activity.none} />
    ) : (
      <EmptyState icon="difference" title={activity.noChecks} hint={activity.noChecksHint} />
    );
  const readPage = async (of: number, size: number) => {
    const checks = await client.contentChanges.list({ ...filters, page: of, size });
    return { ...checks, content: checks.content.map(flat) };
  };
  return (
    <div className={classes.table}>
      {data ? <CheckTable checks={data.content} /> : <SkeletonRows count={10} height={40} />}
      {data && (
        <FeedFoot
          {...data}
          onPage={onPage}
          onCsv={() => void saveCsv('content-changes.csv', readPage).catch(showProblem)}
        />
      )}
    </div>
  );
}

/** Flattens a check for CSV, because a cell can contain only one value. */
const flat = ({ comparison: { mode }, ...check }: ContentCheck) => ({ ...check, mode });
