import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { ComparisonError } from '../comparison-error.ts';
import { comparisonLimits } from '../comparison-limits.ts';
import { commonCanvas } from './compare-pixels.ts';
import type { PixelImage, Size } from './pixel-comparison.ts';

export type ImageInfo = Size & { file: string; format: 'png' | 'jpeg' };
const limitInputPixels = comparisonLimits.pixels;

/** @throws ComparisonError `undecodable` */
export async function readImageInfo(file: string): Promise<ImageInfo> {
  const format = detectFormat(await readStart(file));
  if (!format) throw undecodableError();
  const { width, height } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((cause) => {
      throw undecodableError(cause);
    });
  return { file, format, width, height };
}

/**
 * Returns the size of the canvas that contains both images.
 * @throws ComparisonError `too_large`
 */
export function canvasOf(a: Size, b: Size): Size {
  const canvas = commonCanvas(a, b);
  if (canvas.width * canvas.height > comparisonLimits.pixels)
    throw new ComparisonError(
      'too_large',
      `Images of ${a.width} × ${a.height} and ${b.width} × ${b.height} pixels are too large to compare.`,
    );
  return canvas;
}

/**
 * Decodes the image into the top left corner of a white canvas that is at least as large.
 * @throws ComparisonError `undecodable`
 */
export async function decodeImage({ file, width, height }: ImageInfo, canvas: Size): Promise<PixelImage> {
  const background = '#ffffff';
  const data = await sharp(file, { limitInputPixels, sequentialRead: true })
    .flatten({ background })
    .extend({ right: canvas.width - width, bottom: canvas.height - height, background })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer()
    .catch((cause) => {
      throw undecodableError(cause);
    });
  return { width, height, data, rowWidth: canvas.width };
}

async function readStart(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(new Uint8Array(4), 0, 4, 0);
    return buffer;
  } finally {
    await handle.close();
  }
}

/** Detects the format from the first bytes, because libvips would also decode formats that captures never use. */
function detectFormat(bytes: Uint8Array): ImageInfo['format'] | null {
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return 'png';
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? 'jpeg' : null;
}

function undecodableError(cause?: unknown): ComparisonError {
  return new ComparisonError('undecodable', 'The image is not a complete PNG or JPEG.', { cause });
}
