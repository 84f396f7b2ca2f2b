import { Skeleton } from '@mantine/core';
import type { Screenshot } from '@shotclock/client';
import { lazy, type Ref, Suspense } from 'react';
import { pictureUrl } from '../../api/pictures.ts';
import { FailedCapture } from '../../components/captures/failed-capture.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { formatDayAndTime, formatWithSeconds, shortUrl } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import { SingleView } from '../../viewer/single-view.tsx';
import type { Viewport } from '../../viewer/use-viewport.ts';
import type { CompareMode } from './history-search.ts';
import { hasPicture, timeOf } from './marks.ts';

/** Width in CSS pixels up to which captures are loaded at full resolution. */
export const stageWidth = 1_920;

const CompareView = lazy(async () => ({
  default: (await import('../../viewer/compare-view.tsx')).CompareView,
}));
const TextCompare = lazy(async () => ({
  default: (await import('../../viewer/text-compare.tsx')).TextCompare,
}));

type StageProps = {
  capture: Screenshot | undefined;
  /** The capture to compare with; null for no comparison. */
  other: Screenshot | null;
  mode: CompareMode;
  handle: Ref<Viewport>;
};

/** The selected capture, or its comparison with another capture. */
export function Stage({ capture, other, mode, handle }: StageProps) {
  if (!capture) return <Skeleton height="100%" radius={0} />;
  // If the pinned capture itself is selected, it is shown without a comparison. The next step resumes the comparison.
  if (other === null || other.id === capture.id) return <One capture={capture} handle={handle} />;
  if (!hasPicture(capture) || !hasPicture(other)) return <NothingToCompare one={capture} two={other} />;
  const [before, after] = timeOf(other) <= timeOf(capture) ? [other, capture] : [capture, other];
  return (
    <Suspense fallback={<Skeleton height="100%" radius={0} />}>
      {mode === 'text' || mode === 'html' ? (
        <TextCompare before={before.id} after={after.id} artifact={mode} />
      ) : (
        <CompareView
          before={sideOf(before, after)}
          after={sideOf(after, before)}
          mode={mode}
          handle={handle}
        />
      )}
    </Suspense>
  );
}

/** Shown instead of a comparison with a failed capture, which does not have a picture. */
function NothingToCompare({ one, two }: { one: Screenshot; two: Screenshot }) {
  const failed = hasPicture(one) ? two : one;
  const title = texts.history.failedComparison(formatDayAndTime(timeOf(failed)));
  return (
    <EmptyState
      icon="warning"
      title={title}
      {...(failed.description !== null && { hint: failed.description })}
    />
  );
}

function One({ capture, handle }: { capture: Screenshot; handle: Ref<Viewport> }) {
  const { statuses, imageOf } = texts.captures;
  if (capture.status === 'SUCCESS')
    return (
      <SingleView
        screenshotId={capture.id}
        width={stageWidth}
        alt={imageOf(shortUrl(capture.url))}
        handle={handle}
      />
    );
  if (capture.status === 'FAILED')
    return <FailedCapture title={texts.history.failedCapture} screenshot={capture} />;
  return <EmptyState icon="clock" title={statuses[capture.status]} />;
}

function sideOf(capture: Screenshot, other: Screenshot) {
  const label = formatDayAndTime(timeOf(capture));
  const isSameMinute = label === formatDayAndTime(timeOf(other));
  return {
    screenshotId: capture.id,
    url: pictureUrl(capture.id, { width: stageWidth }),
    label: isSameMinute ? formatWithSeconds(timeOf(capture)) : label,
  };
}
