// Uses the comparison code of the content-change checks. A check may also leave out parts that are unknown here (`judge-difference.ts`).
import type { Comparison } from '@shotclock/client';
import {
  type Change,
  changeBoxes,
  colorTolerance,
  comparePixels,
  comparisonMasks,
  drawDiff,
  type PixelComparison,
  type PixelImage,
  type PixelImages,
  type Rectangle,
} from '@shotclock/compare/pixels';
import { artifactUrl } from '../api/pictures.ts';
import { parseRegion } from './regions.ts';

export type PixelDifference = {
  /** URL of an image of the newer capture, faded, with the differences highlighted. Revoke this URL after use. */
  url: string;
  /** The size of the image, which is as tall as the taller capture. */
  width: number;
  height: number;
  /** Fraction of pixels that differ, from 0 to 1. */
  share: number;
  hasOtherSize: boolean;
};

/** Two decoded captures for repeated comparisons. */
export type DecodedPair = PixelImages & {
  tolerance: number;
  /** Scale of this pair relative to the captures. It is below 1 for huge captures. */
  scale: number;
};

/** Captures with more pixels than this are compared at a lower resolution. */
const maxPixels = 12_000_000;

/** Decodes the stored images of two captures. */
export async function decodePair(before: number, after: number, signal: AbortSignal): Promise<DecodedPair> {
  const [one, two] = await Promise.all([before, after].map((id) => load(id, signal)));
  const width = Math.max(one!.bitmap.width, two!.bitmap.width);
  const height = Math.max(one!.bitmap.height, two!.bitmap.height);
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  const isLossless = one!.isLossless && two!.isLossless && scale === 1;
  const columns = Math.round(width * scale);
  return {
    baseline: pixelsOf(one!.bitmap, scale, Math.round(one!.bitmap.width * scale)),
    current: pixelsOf(two!.bitmap, scale, columns),
    tolerance: isLossless ? colorTolerance.png : colorTolerance.jpeg,
    scale,
  };
}

async function load(id: number, signal: AbortSignal) {
  const response = await fetch(artifactUrl(id, 'image'), { signal });
  if (!response.ok) throw new Error('the picture cannot be loaded');
  const blob = await response.blob();
  return { bitmap: await createImageBitmap(blob), isLossless: blob.type === 'image/png' };
}

/** Converts an image to three bytes per pixel on a white background, in rows of `rowWidth` pixels. */
function pixelsOf(bitmap: ImageBitmap, scale: number, rowWidth: number): PixelImage {
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const context = new OffscreenCanvas(rowWidth, height).getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, rowWidth, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const { data: colors } = context.getImageData(0, 0, rowWidth, height);
  const data = new Uint8Array(rowWidth * height * 3);
  for (let from = 0, to = 0; from < colors.length; from += 4, to += 3) {
    data[to] = colors[from]!;
    data[to + 1] = colors[from + 1]!;
    data[to + 2] = colors[from + 2]!;
  }
  return { width, height, rowWidth, data };
}

/** The regions of a comparison, in pixels of the captures. */
type ComparedRegions = Pick<Comparison, 'ignoredRegions' | 'regions'>;

export function compareDecoded(
  pair: DecodedPair,
  { ignoredRegions, regions }: ComparedRegions,
): PixelComparison {
  const { scale, tolerance } = pair;
  const masks = comparisonMasks({
    ignored: ignoredRegions.map(parseRegion),
    compared: regions.map(parseRegion),
  });
  return comparePixels(pair, { masks: masks.map((mask) => scaleBy(mask, scale)), tolerance, unstable: null });
}

/** Where two captures differ, in pixels of the captures. */
export const changesOf = (comparison: PixelComparison, { scale }: DecodedPair): Change[] =>
  changeBoxes(comparison).map((change) => ({ ...change, ...scaleBy(change, 1 / scale) }));

function scaleBy({ left, top, width, height }: Rectangle, scale: number): Rectangle {
  if (scale === 1) return { left, top, width, height };
  const [right, bottom] = [Math.ceil((left + width) * scale), Math.ceil((top + height) * scale)];
  const [from, start] = [Math.floor(left * scale), Math.floor(top * scale)];
  return { left: from, top: start, width: right - from, height: bottom - start };
}

/** Renders the difference image. Consumes `pair`. */
export async function drawDifference(
  pair: DecodedPair,
  comparison: PixelComparison,
): Promise<PixelDifference> {
  const { baseline, current, scale } = pair;
  const { ratio, canvas } = comparison;
  const url = await pictureOf(drawDiff(pair, comparison), canvas);
  const hasOtherSize = baseline.width !== current.width || baseline.height !== current.height;
  return { url, width: canvas.width / scale, height: canvas.height / scale, share: ratio, hasOtherSize };
}

async function pictureOf(pixels: Uint8Array, { width, height }: { width: number; height: number }) {
  const canvas = new OffscreenCanvas(width, height);
  const picture = new ImageData(width, height);
  for (let from = 0, to = 0; from < width * height * 3; from += 3, to += 4) {
    picture.data[to] = pixels[from]!;
    picture.data[to + 1] = pixels[from + 1]!;
    picture.data[to + 2] = pixels[from + 2]!;
    picture.data[to + 3] = 255;
  }
  canvas.getContext('2d')!.putImageData(picture, 0, 0);
  return URL.createObjectURL(await canvas.convertToBlob());
}
