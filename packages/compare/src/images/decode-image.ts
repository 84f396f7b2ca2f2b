import sharp from 'sharp';
import { comparisonLimits } from '../comparison.ts';
import { ComparisonError } from '../comparison-error.ts';

export type Size = { width: number; height: number };
export type ImageHead = Size & { bytes: Uint8Array; format: 'png' | 'jpeg' };
/** The image's own size, and its pixels, three bytes each, in rows of `rowWidth` pixels. */
export type Picture = Size & { data: Buffer; rowWidth: number };

const limitInputPixels = comparisonLimits.pixels;

/** @throws ComparisonError `undecodable`, `too_large` */
export async function readHead(bytes: Uint8Array): Promise<ImageHead> {
  const format = formatOf(bytes);
  if (!format) throw undecodable();
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause) => {
      throw undecodable(cause);
    });
  return { bytes, format, width, height };
}

/**
 * On white, in the left upper corner of a canvas of at least its size.
 * @throws ComparisonError `undecodable`
 */
export async function decodeImage({ bytes, width, height }: ImageHead, canvas: Size): Promise<Picture> {
  const background = '#ffffff';
  const data = await sharp(bytes, { limitInputPixels })
    .flatten({ background })
    .extend({ right: canvas.width - width, bottom: canvas.height - height, background })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer()
    .catch((cause) => {
      throw undecodable(cause);
    });
  return { width, height, data, rowWidth: canvas.width };
}

/** By the first bytes: libvips reads far more formats than a capture can have. */
function formatOf(bytes: Uint8Array): ImageHead['format'] | null {
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return 'png';
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? 'jpeg' : null;
}

function undecodable(cause?: unknown): ComparisonError {
  return new ComparisonError('undecodable', 'The image is not a whole PNG or JPEG.', { cause });
}
