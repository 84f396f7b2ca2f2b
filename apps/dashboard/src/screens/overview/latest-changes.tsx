import type { ContentCheck } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { CheckLink, CheckPictures } from '../../components/changes/check-pictures.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Panel } from '../../components/layout/page.tsx';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { formatPercent, shortUrl } from '../../components/text/format.ts';
import { Tag } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import { NotLoaded } from './not-loaded.tsx';

const { overview } = texts;

type LatestChangesProps = {
  checks: readonly ContentCheck[] | undefined;
  /** Whether runs were not compared because of insufficient credits. */
  isUnpaid: boolean;
  isFailed: boolean;
};

/** The latest changes, each with the picture before, the picture after, the difference and the ratio. */
export function LatestChanges({ checks, isUnpaid, isFailed }: LatestChangesProps) {
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
        <NotLoaded isFailed={isFailed}>
          <SkeletonRows count={3} height={40} />
        </NotLoaded>
      ) : checks.length === 0 ? (
        <EmptyState icon="difference" title={isUnpaid ? overview.changesUnpaid : overview.changesNone} />
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
