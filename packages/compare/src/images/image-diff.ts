import sharp from 'sharp';
import { ComparisonError } from '../comparison-error.ts';
import { comparisonLimits, type Difference, type Rectangle } from '../comparison-result.ts';
import { classifyPixels } from './classify-pixels.ts';
import { colorTolerance } from './color-tolerance.ts';
import { decodeImage, readImageInfo, type Size } from './decode-image.ts';
import { renderDiff } from './render-diff.ts';

type ComparedImages = { baseline: Uint8Array; current: Uint8Array; masks: Rectangle[] };

/** @throws ComparisonError `undecodable`, `too_large` */
export async function computeImageDiff(images: ComparedImages): Promise<Difference> {
  const baseline = await readImageInfo(images.baseline);
  const current = await readImageInfo(images.current);
  const canvas = commonCanvas(baseline, current);
  const decoded = {
    baseline: await decodeImage(baseline, baseline),
    current: await decodeImage(current, canvas),
  };
  const isLossless = baseline.format === 'png' && current.format === 'png';
  const { classes, ratio } = classifyPixels(decoded, {
    canvas,
    masks: images.masks,
    threshold: isLossless ? colorTolerance.png : colorTolerance.jpeg,
  });
  if (ratio === 0) return { ratio, diff: null };
  renderDiff(decoded.current.data, classes, canvas.width);
  const body = await sharp(decoded.current.data, {
    raw: { ...canvas, channels: 3 },
    limitInputPixels: false,
  })
    .png()
    .toBuffer();
  return { ratio, diff: { body, contentType: 'image/png' } };
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
