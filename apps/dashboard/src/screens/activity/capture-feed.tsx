import type { ScreenshotActivity } from '@shotclock/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { blockingError } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { showProblem } from '../../api/show-problem.ts';
import { captureState } from '../../components/captures/capture-state.ts';
import { NoPicture, Picture } from '../../components/captures/picture.tsx';
import { periodOf } from '../../components/dates/period-of.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { WideTable } from '../../components/layout/wide-table.tsx';
import { PageName } from '../../components/text/page-name.tsx';
import { Status } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './activity-screen.module.css';
import { type FeedProps, urlFilter } from './activity-search.ts';
import { FeedFoot } from './feed-foot.tsx';
import { saveCsv } from './write-csv.ts';

const { activity } = texts;
const pageSize = 25;

/** All finished captures. */
export function CaptureFeed({ search, onPage }: FeedProps) {
  const refetchInterval = useRefetchInterval();
  const { page = 0, status, verdict, source, scheduleId, tag, url, from, to } = search;
  const filters = {
    ...((status === 'COMPLETED' || status === 'FAILED') && { status }),
    ...(verdict && { verdict }),
    ...(source && { source }),
    ...(scheduleId && { scheduleId }),
    ...(tag && { tag }),
    ...urlFilter(url),
    ...periodOf({ from, to }),
  };
  const { data, error, refetch } = useQuery({
    ...read('activity.screenshots', {
      ...filters,
      page,
      size: pageSize,
      expand: 'failureImage,title,verdict',
    }),
    refetchInterval: page === 0 ? refetchInterval : false,
  });
  if (blockingError({ data, error })) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data?.totalElements === 0)
    return (
      <EmptyState
        icon="activity"
        title={Object.keys(filters).length > 0 ? activity.none : activity.noneYet}
      />
    );
  const readPage = (of: number, size: number) => client.activity.screenshots({ ...filters, page: of, size });
  return (
    <div className={classes.table}>
      {!data ? (
        <SkeletonRows count={10} height={40} />
      ) : (
        <WideTable label={activity.captures} stacks>
          <thead>
            <tr>
              <th scope="col">{activity.columns.page}</th>
              <th scope="col">{activity.columns.result}</th>
              <th scope="col" className={rows.spare}>
                {activity.columns.source}
              </th>
              <th scope="col">{activity.columns.time}</th>
            </tr>
          </thead>
          <tbody>
            {data.content.map((entry) => (
              <tr key={entry.screenshotId}>
                <td className={classes.subject}>
                  <Link
                    to="/screenshots/$screenshotId"
                    params={{ screenshotId: entry.screenshotId }}
                    className={classes.page}
                  >
                    <span className={rows.thumb}>
                      {entry.status === 'FAILED' && !entry.failureImageUrl ? (
                        <NoPicture />
                      ) : (
                        <Picture
                          screenshotId={entry.screenshotId}
                          kind={entry.status === 'FAILED' ? 'failure-image' : 'image'}
                          alt=""
                          box={{ width: 64, height: 40 }}
                        />
                      )}
                    </span>
                    <PageName {...entry} />
                  </Link>
                </td>
                <td>
                  <Result entry={entry} />
                  {entry.description && <p className={classes.note}>{entry.description}</p>}
                </td>
                <td className={`${rows.muted} ${rows.spare}`}>{activity.sources[entry.source]}</td>
                <td className={rows.muted}>
                  <Time at={entry.captureTime} />
                </td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
      {data && (
        <FeedFoot
          {...data}
          onPage={onPage}
          onCsv={() => void saveCsv('captures.csv', readPage).catch(showProblem)}
        />
      )}
    </div>
  );
}

function Result({ entry: { status, verdict = null } }: { entry: ScreenshotActivity }) {
  const state = captureState({ status: status === 'FAILED' ? 'FAILED' : 'SUCCESS', verdict });
  return <Status tone={state.tone}>{state.text}</Status>;
}
