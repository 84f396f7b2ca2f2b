import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

export type Rgb = readonly [number, number, number];
export const red: Rgb = [255, 0, 0];
export const green: Rgb = [0, 128, 0];
export const blue: Rgb = [0, 0, 255];
export const white: Rgb = [255, 255, 255];

let files = 0;

/** Returns the path of a file that does not exist yet, in the temporary folder of the test file. */
export function newFile(): string {
  files += 1;
  // Test files share this module, but each test file has its own temporary folder.
  return join(tmpdir(), `image-${files}`);
}

/** Saves the content and returns the file's path. */
export async function saved(content: Buffer): Promise<string> {
  const file = newFile();
  await writeFile(file, content);
  return file;
}

/** Saves an image with horizontal bands of equal height in these colors, and returns the file's path. */
export async function bands(
  width: number,
  height: number,
  colors: readonly Rgb[],
  format: 'png' | 'jpeg' = 'png',
): Promise<string> {
  const pixels = Buffer.alloc(colors.length * 3);
  for (const [row, color] of colors.entries()) pixels.set(color, row * 3);
  const image = await sharp(pixels, { raw: { width: 1, height: colors.length, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .toFormat(format)
    .toBuffer();
  return saved(image);
}

/** Returns the size, format and pixels of an image. Lossy formats change colors, so `at` rounds each channel to multiples of 64. */
export async function look(image: Buffer | string) {
  const { format, pages, pageHeight, delay, loop } = await sharp(image, { animated: true }).metadata();
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (left: number, top: number) =>
    [0, 1, 2].map((channel) => Math.round(data[(top * width + left) * 3 + channel]! / 64) * 64);
  return { format, width, height, pages, pageHeight, delay, loop, at };
}

export const roughly = (color: Rgb) => color.map((channel) => Math.round(channel / 64) * 64);
