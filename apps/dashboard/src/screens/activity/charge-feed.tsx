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
import { FeedFoot } from './feed-foot.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { saveCsv } from './write-csv.ts';

const { activity } = texts;
const pageSize = 25;

/** The charges for content-change checks, and the refunds. */
export function ChargeFeed({ search, onPage }: FeedProps) {
  const refetchInterval = useRefetchInterval();
  const { page = 0, transactionType, scheduleId, tag, url, from, to } = search;
  const filters = {
    ...(transactionType && { transactionType }),
    ...(scheduleId && { scheduleId }),
    ...(tag && { tag }),
    ...urlFilter(url),
    ...periodOf({ from, to }),
  };
  const { data, error, refetch } = useQuery({
    ...read('activity.contentChanges', { ...filters, page, size: pageSize }),
    refetchInterval: page === 0 ? refetchInterval : false,
  });
  if (blockingError({ data, error })) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data?.totalElements === 0)
    return (
      <EmptyState icon="wallet" title={Object.keys(filters).length > 0 ? activity.none : activity.noneYet} />
    );
  const readPage = (of: number, size: number) =>
    client.activity.contentChanges({ ...filters, page: of, size });
  return (
    <div className={classes.table}>
      {data ? <LedgerTable entries={data.content} /> : <SkeletonRows count={10} height={24} />}
      {data && (
        <FeedFoot
          {...data}
          onPage={onPage}
          onCsv={() => void saveCsv('charges.csv', readPage).catch(showProblem)}
        />
      )}
    </div>
  );
}
