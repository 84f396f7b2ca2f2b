import { useInViewport } from '@mantine/hooks';
import type { ContentCheck } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { CheckLink, CheckPictures } from '../../components/check-pictures.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatPercent, shortUrl } from '../../components/format.ts';
import { Panel } from '../../components/page.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import rows from '../../components/rows.module.css';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { Tag } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { texts } from '../../texts/texts.ts';

const { overview } = texts;

/** What changed lately: before, after, and how much. It is loaded when it comes into view, because most windows are not that high. */
export function LatestChanges() {
  const { ref, inViewport } = useInViewport();
  const refetchInterval = useRefetchInterval();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/content-changes',
    { params: { query: { changed: true, size: 6 } } },
    { refetchInterval, enabled: inViewport },
  );
  return (
    <div ref={ref}>
      <Changes checks={data?.content} />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
    </div>
  );
}

function Changes({ checks }: { checks: readonly ContentCheck[] | undefined }) {
  return (
    <Panel
      title={overview.changes}
      flush
      aside={
        <Link to="/activity" search={{ tab: 'changes', changed: true }}>
          {overview.seeAll}
        </Link>
      }
    >
      {!checks ? (
        <SkeletonRows count={3} height={48} />
      ) : checks.length === 0 ? (
        <EmptyState icon="difference" title={overview.changesNone} />
      ) : (
        <ul>
          {checks.map((check) => (
            <li key={check.id}>
              <Change check={check} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Change({ check }: { check: ContentCheck }) {
  const { url, ratio, createdAt, completedAt } = check;
  return (
    <CheckLink check={check} className={`${rows.row} ${rows.stacked}`}>
      <CheckPictures check={check} />
      <span className={`${rows.grow} ${rows.ellipsis} ${rows.strong}`}>{shortUrl(url)}</span>
      {ratio !== null && <Tag tone="change">{overview.changedBy(formatPercent(ratio))}</Tag>}
      <span className={rows.faint}>
        <Time at={completedAt ?? createdAt} />
      </span>
    </CheckLink>
  );
}
