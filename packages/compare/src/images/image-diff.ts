import sharp from 'sharp';
import type { Rectangle } from '../change.ts';
import { type Difference, type ImageFiles, type KnownImage, noDifference } from '../comparison-result.ts';
import { changeBoxes } from './change-boxes.ts';
import { changedArea } from './changed-area.ts';
import { colorTolerance } from './color-tolerance.ts';
import { comparePixels, drawDiff } from './compare-pixels.ts';
import { canvasOf, decodeImage, readImageInfo } from './decode-image.ts';
import { dropKnown, dropRemembered } from './drop-known.ts';
import type { PixelComparison, UnstableArea } from './pixel-comparison.ts';
import { unstableArea } from './unstable-area.ts';

/** @throws ComparisonError `undecodable`, `too_large` */
export async function computeImageDiff({
  baseline,
  current,
  again,
  known = [],
  masks,
}: ImageFiles & { masks: Rectangle[] }): Promise<Difference> {
  const unstable = again ? await findUnstable(again, current, masks) : null;
  const { images, ...options } = await decodeImages(baseline, current);
  unstable?.coverWords(images.baseline);
  const expectsMoves = known.some((look) => look.unstable);
  let comparison = comparePixels(images, { ...options, masks, unstable, expectsMoves });
  for (const look of known) {
    if (comparison.ratio === 0) break;
    const compared = await compareLook(look, current, masks);
    comparison = look.unstable
      ? dropRemembered(comparison, compared, look.unstable)
      : dropKnown(comparison, compared);
  }
  const { ratio, canvas } = comparison;
  const found = { ...noDifference, unstable: unstable?.boxes ?? [] };
  if (ratio === 0) return found;
  const areas = { changes: changeBoxes(comparison), changedArea: changedArea(comparison) };
  const body = await sharp(drawDiff(images, comparison), {
    raw: { ...canvas, channels: 3 },
    limitInputPixels: false,
  })
    .png()
    .toBuffer();
  return { ...found, ...areas, ratio, diff: { body, contentType: 'image/png' } };
}

async function compareLook(look: KnownImage, current: string, masks: Rectangle[]): Promise<PixelComparison> {
  const { images, tolerance } = await decodeImages(look.path, current);
  return comparePixels(images, {
    ...{ tolerance, masks: [...masks, ...look.masks] },
    ...{ unstable: null, expectsMoves: true },
  });
}

async function findUnstable(again: string, current: string, masks: Rectangle[]): Promise<UnstableArea> {
  const { images, tolerance } = await decodeImages(again, current);
  const strict = tolerance === colorTolerance.png ? colorTolerance.stillPng : tolerance;
  const comparison = comparePixels(images, {
    ...{ tolerance: strict, masks },
    ...{ unstable: null, expectsMoves: true },
  });
  return unstableArea(comparison, images.current);
}

async function decodeImages(before: string, now: string) {
  const [baseline, current] = [await readImageInfo(before), await readImageInfo(now)];
  const canvas = canvasOf(baseline, current);
  const isLossless = baseline.format === 'png' && current.format === 'png';
  return {
    images: {
      baseline: await decodeImage(baseline, baseline),
      current: await decodeImage(current, canvas),
    },
    tolerance: isLossless ? colorTolerance.png : colorTolerance.jpeg,
  };
}
