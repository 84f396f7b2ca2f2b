import sharp from 'sharp';
import { comparisonLimits, type Diff, type Rectangle } from '../comparison.ts';
import { ComparisonError } from '../comparison-error.ts';
import { decodeImage, readHead, type Size } from './decode-image.ts';
import { markDifferences } from './mark-differences.ts';
import { paintMarks } from './paint-marks.ts';
import { tolerance } from './tolerance.ts';

type Images = { baseline: Uint8Array; current: Uint8Array; masks: Rectangle[] };

/** @throws ComparisonError `undecodable`, `too_large` */
export async function imageDifference(images: Images): Promise<{ ratio: number; diff: Diff | null }> {
  const baseline = await readHead(images.baseline);
  const current = await readHead(images.current);
  const canvas = canvasOf(baseline, current);
  const pictures = {
    baseline: await decodeImage(baseline, baseline),
    current: await decodeImage(current, canvas),
  };
  const lossless = baseline.format === 'png' && current.format === 'png';
  const { marks, ratio } = markDifferences(pictures, {
    canvas,
    masks: images.masks,
    threshold: lossless ? tolerance.png : tolerance.jpeg,
  });
  if (ratio === 0) return { ratio, diff: null };
  paintMarks(pictures.current.data, marks, canvas.width);
  const body = await sharp(pictures.current.data, {
    raw: { ...canvas, channels: 3 },
    limitInputPixels: false,
  })
    .png()
    .toBuffer();
  return { ratio, diff: { body, contentType: 'image/png' } };
}

function canvasOf(a: Size, b: Size): Size {
  const canvas = { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) };
  if (canvas.width * canvas.height > comparisonLimits.pixels)
    throw new ComparisonError(
      'too_large',
      `Images of ${a.width} × ${a.height} and ${b.width} × ${b.height} pixels are too large to compare.`,
    );
  return canvas;
}
