import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { blockingError } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { showProblem } from '../../api/show-problem.ts';
import { periodOf } from '../../components/dates/period-of.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { formatCredits } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './activity-screen.module.css';
import type { FeedProps } from './activity-search.ts';
import { AddCredits } from './add-credits.tsx';
import { BalanceChart } from './balance-chart.tsx';
import { FeedFoot } from './feed-foot.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { saveCsv } from './write-csv.ts';

const { activity } = texts;
const pageSize = 100;

/** The balance over time, and all wallet entries. */
export function WalletFeed({ search, onPage }: FeedProps) {
  const refetchInterval = useRefetchInterval();
  const { page = 0, transactionType, from, to } = search;
  const filters = { ...(transactionType && { transactionType }), ...periodOf({ from, to }) };
  const wallet = useQuery({ ...read('wallet.get'), refetchInterval });
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...read('wallet.entries', { ...filters, page, size: pageSize }),
    refetchInterval: page === 0 ? refetchInterval : false,
  });
  if (blockingError({ data, error })) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const readPage = (of: number, size: number) => client.wallet.entries({ ...filters, page: of, size });
  return (
    <>
      <Panel title={activity.balance}>
        <p className={classes.balance}>
          <strong>{wallet.data ? activity.credits(formatCredits(wallet.data.balance)) : ' '}</strong>
          {wallet.data?.canTopUp && <AddCredits />}
        </p>
        <div className={classes.chart}>
          {!data ? (
            <Skeleton height="100%" />
          ) : (
            data.content.length > 0 && (
              <BalanceChart
                entries={data.content}
                // The balance after the newest entry is the current balance.
                until={page === 0 && Object.keys(filters).length === 0 ? dataUpdatedAt : null}
              />
            )
          )}
        </div>
      </Panel>
      {data?.totalElements === 0 ? (
        <EmptyState icon="wallet" title={activity.none} />
      ) : (
        <div className={classes.table}>
          {data ? <LedgerTable entries={data.content} /> : <SkeletonRows count={10} height={24} />}
          {data && (
            <FeedFoot
              {...data}
              onPage={onPage}
              onCsv={() => void saveCsv('wallet.csv', readPage).catch(showProblem)}
            />
          )}
        </div>
      )}
    </>
  );
}
