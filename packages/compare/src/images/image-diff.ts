import sharp from 'sharp';
import { ComparisonError } from '../comparison-error.ts';
import { comparisonLimits, type Difference, type Rectangle } from '../comparison-result.ts';
import { alignRows, type RowSegment, unalignedSegments } from './align-rows.ts';
import { classifyPixels } from './classify-pixels.ts';
import { colorTolerance } from './color-tolerance.ts';
import { type DecodedImage, decodeImage, readImageInfo, type Size } from './decode-image.ts';
import { renderDiff } from './render-diff.ts';

type ComparedImages = { baseline: Uint8Array; current: Uint8Array; masks: Rectangle[] };

/** @throws ComparisonError `undecodable`, `too_large` */
export async function computeImageDiff(images: ComparedImages): Promise<Difference> {
  const { decoded, canvas, segments, classes, ratio } = await classify(images);
  if (ratio === 0) return { ratio, diff: null };
  const pixels = onCanvas(decoded, canvas, segments);
  renderDiff(pixels, classes, canvas.width);
  const body = await sharp(pixels, {
    raw: { ...canvas, channels: 3 },
    limitInputPixels: false,
  })
    .png()
    .toBuffer();
  return { ratio, diff: { body, contentType: 'image/png' } };
}

async function classify(images: ComparedImages) {
  const baseline = await readImageInfo(images.baseline);
  const current = await readImageInfo(images.current);
  const common = commonCanvas(baseline, current);
  const decoded = {
    baseline: await decodeImage(baseline, baseline),
    current: await decodeImage(current, common),
  };
  const isLossless = baseline.format === 'png' && current.format === 'png';
  const threshold = isLossless ? colorTolerance.png : colorTolerance.jpeg;
  const classifyOn = ({ canvas, segments }: Layout) => ({
    ...classifyPixels(decoded, { canvas, segments, masks: images.masks, threshold }),
    ...{ canvas, segments, decoded },
  });
  const unaligned = classifyOn({ canvas: common, segments: unalignedSegments(baseline, current) });
  const aligned = unaligned.ratio > 0 ? align(decoded, images.masks) : null;
  if (aligned === null) return unaligned;
  const found = classifyOn(aligned);
  return found.ratio < unaligned.ratio ? found : unaligned;
}

type DecodedImages = { baseline: DecodedImage; current: DecodedImage };
/** The rows of the canvas. */
type Layout = { canvas: Size; segments: RowSegment[] };

/** The layout of the aligned images; null if they cannot be aligned. Its canvas is larger than the common one by the rows that were removed. */
function align(images: DecodedImages, masks: Rectangle[]): Layout | null {
  const segments = alignRows(images, masks);
  if (segments === null) return null;
  const height = segments.reduce((sum, { rows }) => sum + rows, 0);
  const { width } = images.current;
  return width * height <= comparisonLimits.pixels ? { canvas: { width, height }, segments } : null;
}

/**
 * The pixels of the current image on the canvas, white where only the baseline has rows. They replace those of an image whose memory is large enough:
 * of the current one if no row moves, otherwise of the baseline.
 */
function onCanvas({ baseline, current }: DecodedImages, canvas: Size, segments: RowSegment[]): Buffer {
  const { data, height, rowWidth } = current;
  const rowBytes = rowWidth * 3;
  let top = 0;
  const placed = segments.map((segment) => {
    const at = { ...segment, top };
    top += segment.rows;
    return at;
  });
  const staysInPlace = placed.every(({ current, top }) =>
    current === null ? top >= height : current === top,
  );
  const bytes = canvas.height * rowBytes;
  if (staysInPlace && data.length === bytes) return data;
  const pixels = baseline.data.length >= bytes ? baseline.data.subarray(0, bytes) : Buffer.alloc(bytes);
  for (const { current, rows, top } of placed) {
    const [from, to] = [top * rowBytes, (top + rows) * rowBytes];
    if (current === null) pixels.fill(255, from, to);
    else data.copy(pixels, from, current * rowBytes, (current + rows) * rowBytes);
  }
  return pixels;
}

function commonCanvas(a: Size, b: Size): Size {
  const canvas = { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) };
  if (canvas.width * canvas.height > comparisonLimits.pixels)
    throw new ComparisonError(
      'too_large',
      `Images of ${a.width} × ${a.height} and ${b.width} × ${b.height} pixels are too large to compare.`,
    );
  return canvas;
}
