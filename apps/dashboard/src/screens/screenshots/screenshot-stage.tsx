import { Skeleton } from '@mantine/core';
import type { Screenshot } from '@shotclock/client';
import { lazy, Suspense } from 'react';
import { pictureUrl } from '../../api/pictures.ts';
import { FailedCapture } from '../../components/captures/failed-capture.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { formatDayAndTime, shortUrl } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import type { ScreenshotMode, ScreenshotView } from './screenshot-search.ts';
import { StoredText } from './stored-text.tsx';

const DeepZoom = lazy(async () => ({ default: (await import('../../viewer/deep-zoom.tsx')).DeepZoom }));
const CompareView = lazy(async () => ({
  default: (await import('../../viewer/compare-view.tsx')).CompareView,
}));
const TextCompare = lazy(async () => ({
  default: (await import('../../viewer/text-compare.tsx')).TextCompare,
}));

const { captures, history } = texts;
const comparedWidth = 1_920;

type ScreenshotStageProps = {
  screenshot: Screenshot;
  /** The ID of the earlier capture that this one is compared with; undefined for no comparison. */
  otherId: number | undefined;
  /** Undefined while the capture loads. */
  other: Screenshot | undefined;
  mode: ScreenshotMode;
  view: ScreenshotView;
};

/** A capture, or its comparison with another capture. */
export function ScreenshotStage(props: ScreenshotStageProps) {
  const { status } = props.screenshot;
  if (status === 'FAILED')
    return <FailedCapture title={captures.statuses[status]} screenshot={props.screenshot} />;
  if (status !== 'SUCCESS') return <EmptyState icon="clock" title={captures.statuses[status]} />;
  return (
    <Suspense fallback={<Skeleton height="100%" radius={0} />}>
      <Shown {...props} />
    </Suspense>
  );
}

function Shown({ screenshot, otherId, other, mode, view }: ScreenshotStageProps) {
  const { id, url, createdAt } = screenshot;
  if (otherId !== undefined)
    return mode === 'text' || mode === 'html' ? (
      <TextCompare before={otherId} after={id} artifact={mode} />
    ) : (
      <CompareView
        before={{
          screenshotId: otherId,
          url: pictureUrl(otherId, { width: comparedWidth }),
          label: other ? formatDayAndTime(new Date(other.createdAt)) : history.before,
        }}
        after={{
          screenshotId: id,
          url: pictureUrl(id, { width: comparedWidth }),
          label: formatDayAndTime(new Date(createdAt)),
        }}
        mode={mode}
      />
    );
  return view === 'image' ? (
    <DeepZoom screenshotId={id} alt={captures.imageOf(shortUrl(url))} />
  ) : (
    <StoredText screenshotId={id} artifact={view} />
  );
}
