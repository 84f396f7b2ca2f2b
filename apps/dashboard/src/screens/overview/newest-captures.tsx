import type { Screenshot } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { CaptureGrid, SkeletonGrid } from '../../components/captures/capture-grid.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { texts } from '../../texts/texts.ts';
import { NotLoaded } from './not-loaded.tsx';

const { overview } = texts;
const placeholders = 12;

type NewestCapturesProps = { captures: readonly Screenshot[] | undefined; isFailed: boolean };

/** The newest captures as pictures. */
export function NewestCaptures({ captures, isFailed }: NewestCapturesProps) {
  return (
    <Panel
      title={overview.newest}
      aside={
        <Link to="/activity" search={{}}>
          {overview.seeAll}
        </Link>
      }
    >
      {!captures ? (
        <NotLoaded isFailed={isFailed}>
          <SkeletonGrid count={placeholders} />
        </NotLoaded>
      ) : captures.length === 0 ? (
        <EmptyState icon="image" title={overview.newestNone} />
      ) : (
        <CaptureGrid captures={captures} />
      )}
    </Panel>
  );
}
