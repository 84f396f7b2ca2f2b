import sharp from 'sharp';
import type { Rectangle } from '../change.ts';
import { type Difference, type ImageFiles, noDifference } from '../comparison-result.ts';
import { changeBoxes } from './change-boxes.ts';
import { changedArea } from './changed-area.ts';
import { colorTolerance } from './color-tolerance.ts';
import { comparePixels, drawDiff } from './compare-pixels.ts';
import { canvasOf, decodeImage, readImageInfo } from './decode-image.ts';
import type { UnstableArea } from './pixel-comparison.ts';
import { unstableArea } from './unstable-area.ts';

/** @throws ComparisonError `undecodable`, `too_large` */
export async function computeImageDiff({
  baseline,
  current,
  again,
  masks,
}: ImageFiles & { masks: Rectangle[] }): Promise<Difference> {
  const unstable = again ? await findUnstable(again, current, masks) : null;
  const { images, ...options } = await decodeImages(baseline, current);
  const comparison = comparePixels(images, { ...options, masks, unstable });
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

async function findUnstable(again: string, current: string, masks: Rectangle[]): Promise<UnstableArea> {
  const { images, tolerance } = await decodeImages(again, current);
  const strict = tolerance === colorTolerance.png ? colorTolerance.stillPng : tolerance;
  return unstableArea(comparePixels(images, { tolerance: strict, masks, unstable: null }));
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
