import { writeFile } from 'node:fs/promises';
import { ComparisonError, type ComparisonResult, compareImages, measureComparison } from '@shotclock/compare';
import { ConversionError } from './conversion-error.ts';
import {
  type ComparisonInput,
  type ComparisonOutput,
  conversionLimits,
  type Rectangle,
  type Size,
} from './conversions.ts';
import { readHeaderOf } from './image-header.ts';
import { makeVariant } from './make-variant.ts';

/**
 * Compares two images, and shows the changed area and its surroundings as a JPEG.
 * @param file path of the JPEG
 * @throws ConversionError `undecodable`, `too_large`, `failed`
 */
export async function makeComparison(
  { baseline, current, ...limits }: ComparisonInput,
  file: string,
): Promise<ComparisonOutput> {
  const { ratio, changes, diff, changedArea } = await compare({ baseline, current });
  if (diff === null || changedArea === null) return { ratio, changes, picture: null };
  const image = `${file}.png`;
  await writeFile(image, diff.body);
  const around = areaOfDiff(changedArea, await readHeaderOf(image), await readHeaderOf(current));
  return { ratio, changes, picture: await makeVariant({ image, format: 'jpeg', around, ...limits }, file) };
}

async function compare(files: { baseline: string; current: string }): Promise<ComparisonResult> {
  try {
    const { canvas } = await measureComparison(files);
    if (canvas.width * canvas.height > conversionLimits.comparisonPixels)
      throw new ConversionError(
        'too_large',
        `Images of ${canvas.width} × ${canvas.height} pixels are too large to compare here.`,
      );
    return await compareImages(files, { masks: [], threshold: 0, signal: new AbortController().signal });
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error;
    const code = error.code === 'aborted' ? 'failed' : error.code;
    throw new ConversionError(code, error.message, { cause: error });
  }
}

/**
 * Returns the changed area in pixels of the diff, which also contains removed rows. All of its rows above and below the area are in
 * both images.
 */
function areaOfDiff(
  { baseline, current: now }: NonNullable<ComparisonResult['changedArea']>,
  diff: Size,
  current: Size,
): Rectangle {
  const rowsBelow = current.height - now.top - now.height;
  const left = Math.min(baseline.left, now.left);
  const right = Math.max(baseline.left + baseline.width, now.left + now.width);
  const bottom = Math.max(now.top + 1, diff.height - rowsBelow);
  return { left, top: now.top, width: right - left, height: bottom - now.top };
}
