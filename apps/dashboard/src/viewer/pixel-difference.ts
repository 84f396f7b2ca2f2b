import type { DecodedImage } from './use-decoded-image.ts';

export type PixelDifference = {
  /** URL of a picture that shows the newer capture pale, and what differs in one colour. Revoke it after use. */
  url: string;
  /** Share of the pixels that differ, from 0 to 1. */
  share: number;
  hasOtherSize: boolean;
};

/** Rows that are compared before the page may draw again. */
const rowsAtOnce = 200;
/** Captures above this number of pixels are compared at a lower resolution. */
const maxPixels = 12_000_000;
/** A smaller difference of a colour channel is not seen. */
const tolerance = 16;
const highlight = [225, 29, 120] as const;

/** Compares two captures pixel by pixel. What only one of them has counts as different. */
export async function comparePixels(
  before: DecodedImage,
  after: DecodedImage,
  signal: AbortSignal,
): Promise<PixelDifference> {
  const fullWidth = Math.max(before.width, after.width);
  const fullHeight = Math.max(before.height, after.height);
  const scale = Math.min(1, Math.sqrt(maxPixels / (fullWidth * fullHeight)));
  const width = Math.round(fullWidth * scale);
  const height = Math.round(fullHeight * scale);
  const [one, two] = await Promise.all([
    drawn(before, scale, width, height),
    drawn(after, scale, width, height),
  ]);
  const output = new OffscreenCanvas(width, height);
  const context = output.getContext('2d')!;
  let different = 0;
  for (let top = 0; top < height; top += rowsAtOnce) {
    signal.throwIfAborted();
    const rows = Math.min(rowsAtOnce, height - top);
    const pixels = two.getImageData(0, top, width, rows);
    different += markDifferences(one.getImageData(0, top, width, rows).data, pixels.data);
    context.putImageData(pixels, 0, top);
    await new Promise((resolve) => setTimeout(resolve));
  }
  const blob = await output.convertToBlob();
  const hasOtherSize = before.width !== after.width || before.height !== after.height;
  return { url: URL.createObjectURL(blob), share: different / (width * height), hasOtherSize };
}

async function drawn(
  { url, width, height }: DecodedImage,
  scale: number,
  canvasWidth: number,
  canvasHeight: number,
): Promise<OffscreenCanvasRenderingContext2D> {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob());
  const context = new OffscreenCanvas(canvasWidth, canvasHeight).getContext('2d', {
    willReadFrequently: true,
  })!;
  context.drawImage(bitmap, 0, 0, width * scale, height * scale);
  bitmap.close();
  return context;
}

/** Replaces `after` by the picture of the differences, and counts them. */
export function markDifferences(before: Uint8ClampedArray, after: Uint8ClampedArray): number {
  let different = 0;
  for (let at = 0; at < after.length; at += 4) {
    const isDifferent =
      Math.abs(before[at]! - after[at]!) > tolerance ||
      Math.abs(before[at + 1]! - after[at + 1]!) > tolerance ||
      Math.abs(before[at + 2]! - after[at + 2]!) > tolerance ||
      Math.abs(before[at + 3]! - after[at + 3]!) > tolerance;
    if (isDifferent) {
      different += 1;
      [after[at], after[at + 1], after[at + 2]] = highlight;
    } else {
      const grey = (after[at]! * 3 + after[at + 1]! * 6 + after[at + 2]!) / 10;
      const pale = 255 - (255 - grey) * 0.22;
      after[at] = pale;
      after[at + 1] = pale;
      after[at + 2] = pale;
    }
    after[at + 3] = 255;
  }
  return different;
}
