import { artifactUrl } from '../api/pictures.ts';
import { showProblem } from '../api/show-problem.ts';
import { useCheckOfPair } from './use-check-of-pair.ts';
import { type DecodedImage, fetchImage } from './use-decoded-image.ts';
import type { PannedViewport } from './use-viewport.ts';

/**
 * Returns a function that shows the area that changed between two captures; null if no check found a change between them.
 * @param shown the picture of the newer capture, which may be smaller than the capture
 */
export function useGoToChange(
  { before, after }: { before: number; after: number },
  shown: DecodedImage | null,
  viewport: PannedViewport,
): (() => void) | null {
  const area = useCheckOfPair(before, after)?.changedArea;
  if (!area || !shown) return null;
  const { baseline, current } = area;
  const left = Math.min(baseline.left, current.left);
  const top = Math.min(baseline.top, current.top);
  const right = Math.max(baseline.left + baseline.width, current.left + current.width);
  const bottom = Math.max(baseline.top + baseline.height, current.top + current.height);
  return () => {
    // The area is in pixels of the stored image.
    fetchImage(artifactUrl(after, 'image')).then(({ width }) => {
      const scale = shown.width / width;
      viewport.showArea({
        ...{ left: left * scale, top: top * scale },
        ...{ width: (right - left) * scale, height: (bottom - top) * scale },
      });
    }, showProblem);
  };
}
