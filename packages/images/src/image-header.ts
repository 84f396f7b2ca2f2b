import { open } from 'node:fs/promises';
import { ConversionError } from './conversion-error.ts';
import type { Size } from './conversions.ts';

export type ImageHeader = Size & { format: 'png' | 'jpeg' };

/**
 * Reads the format and the size in pixels from the header of a PNG or JPEG.
 * @throws ConversionError `undecodable`
 */
export function readImageHeader(image: Buffer): ImageHeader {
  try {
    const header = readPng(image) ?? readJpeg(image);
    if (header) return header;
  } catch (cause) {
    // The data ends within the header.
    throw undecodable(cause);
  }
  throw undecodable();
}

/** In a JPEG, the size follows the metadata. Captures contain little metadata. */
const headerBytes = 65_536;

/**
 * Calls `readImageHeader` for a file.
 * @throws ConversionError `undecodable`
 */
export async function readHeaderOf(path: string): Promise<ImageHeader> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(headerBytes), position: 0 });
  return readImageHeader(buffer.subarray(0, bytesRead));
}

/** PNG, section 11.2.1: the header is the first chunk, and its first fields are width and height. */
function readPng(image: Buffer): ImageHeader | null {
  if (image.readUInt32BE(0) !== 0x89504e47) return null;
  return { format: 'png', width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
}

/** ITU T.81, B.1.1.4 and B.2.2: a marker, the length of its segment, and in a frame header precision, height, width. */
function readJpeg(image: Buffer): ImageHeader | null {
  if (image.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; image[at] === 0xff; at += 2 + image.readUInt16BE(at + 2)) {
    const marker = image[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { format: 'jpeg', width: image.readUInt16BE(at + 7), height: image.readUInt16BE(at + 5) };
  }
  return null;
}

export const undecodable = (cause?: unknown) =>
  new ConversionError('undecodable', 'The image is not a complete PNG or JPEG.', { cause });
