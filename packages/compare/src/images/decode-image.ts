import sharp from 'sharp';
import { ComparisonError } from '../comparison-error.ts';
import { comparisonLimits } from '../comparison-limits.ts';
import type { PixelImage, Size } from './pixel-comparison.ts';

export type ImageInfo = Size & { bytes: Uint8Array; format: 'png' | 'jpeg' };
const limitInputPixels = comparisonLimits.pixels;

/** @throws ComparisonError `undecodable` */
export async function readImageInfo(bytes: Uint8Array): Promise<ImageInfo> {
  const format = detectFormat(bytes);
  if (!format) throw undecodableError();
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause) => {
      throw undecodableError(cause);
    });
  return { bytes, format, width, height };
}

/**
 * Decodes the image onto a white canvas of at least its size, at the top left corner.
 * @throws ComparisonError `undecodable`
 */
export async function decodeImage({ bytes, width, height }: ImageInfo, canvas: Size): Promise<PixelImage> {
  const background = '#ffffff';
  const data = await sharp(bytes, { limitInputPixels })
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

/** Detects the format by its first bytes, because libvips would also decode formats that captures never have. */
function detectFormat(bytes: Uint8Array): ImageInfo['format'] | null {
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return 'png';
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? 'jpeg' : null;
}

function undecodableError(cause?: unknown): ComparisonError {
  return new ComparisonError('undecodable', 'The image is not a complete PNG or JPEG.', { cause });
}
