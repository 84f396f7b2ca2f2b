import sharp from 'sharp';
import type { Rectangle } from '../change.ts';
import { ComparisonError } from '../comparison-error.ts';
import { comparisonLimits } from '../comparison-limits.ts';
import { type Difference, noDifference } from '../comparison-result.ts';
import { changeBoxes } from './change-boxes.ts';
import { colorTolerance } from './color-tolerance.ts';
import { commonCanvas, comparePixels, drawDiff } from './compare-pixels.ts';
import { decodeImage, type ImageInfo, readImageInfo } from './decode-image.ts';
import type { Size, UnstableArea } from './pixel-comparison.ts';
import { unstableArea } from './unstable-area.ts';

type ComparedImages = {
  baseline: Uint8Array;
  current: Uint8Array;
  /** A second capture of the same moment as `current`. What differs between the two does not count. */
  again?: Uint8Array | null;
  masks: Rectangle[];
};

/** @throws ComparisonError `undecodable`, `too_large` */
export async function computeImageDiff({
  baseline,
  current,
  again,
  masks,
}: ComparedImages): Promise<Difference> {
  const unstable = again ? await findUnstable(again, current, masks) : null;
  const { images, ...options } = await decodeImages(baseline, current);
  const comparison = comparePixels(images, { ...options, masks, unstable });
  const { ratio, canvas } = comparison;
  const found = { ...noDifference, unstable: unstable?.boxes ?? [] };
  if (ratio === 0) return found;
  const changes = changeBoxes(comparison);
  const body = await sharp(drawDiff(images, comparison), {
    raw: { ...canvas, channels: 3 },
    limitInputPixels: false,
  })
    .png()
    .toBuffer();
  return { ...found, ratio, changes, diff: { body, contentType: 'image/png' } };
}

async function findUnstable(
  again: Uint8Array,
  current: Uint8Array,
  masks: Rectangle[],
): Promise<UnstableArea> {
  const { images, tolerance } = await decodeImages(again, current);
  const strict = tolerance === colorTolerance.png ? colorTolerance.stillPng : tolerance;
  return unstableArea(comparePixels(images, { tolerance: strict, masks, unstable: null }));
}

async function decodeImages(before: Uint8Array, now: Uint8Array) {
  const [baseline, current] = [await readImageInfo(before), await readImageInfo(now)];
  const canvas = commonCanvas(baseline, current);
  assertSize(canvas, baseline, current);
  const isLossless = baseline.format === 'png' && current.format === 'png';
  return {
    images: {
      baseline: await decodeImage(baseline, baseline),
      current: await decodeImage(current, canvas),
    },
    tolerance: isLossless ? colorTolerance.png : colorTolerance.jpeg,
  };
}

function assertSize(canvas: Size, a: ImageInfo, b: ImageInfo): void {
  if (canvas.width * canvas.height > comparisonLimits.pixels)
    throw new ComparisonError(
      'too_large',
      `Images of ${a.width} × ${a.height} and ${b.width} × ${b.height} pixels are too large to compare.`,
    );
}
