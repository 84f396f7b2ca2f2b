import type { Screenshot } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { CaptureGrid, SkeletonGrid } from '../../components/capture-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/page.tsx';
import { texts } from '../../texts/texts.ts';

const { overview } = texts;
const shownCaptures = 12;

/** The newest captures as pictures. */
export function NewestCaptures({ captures }: { captures: readonly Screenshot[] | undefined }) {
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
        <SkeletonGrid count={shownCaptures} />
      ) : captures.length === 0 ? (
        <EmptyState icon="image" title={overview.newestNone} />
      ) : (
        <CaptureGrid captures={captures.slice(0, shownCaptures)} />
      )}
    </Panel>
  );
}
