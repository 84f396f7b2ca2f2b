import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ImageFiles } from '../src/comparison-result.ts';

export type Rgb = readonly [number, number, number];
export type Paint = { left: number; top: number; width: number; height: number; color: Rgb };

const white: Rgb = [255, 255, 255];
export const black: Rgb = [0, 0, 0];

/** A white PNG on which the given rectangles are painted in order. */
export function png(width: number, height: number, paints: Paint[] = []): Promise<Buffer> {
  return sharp(pixels(width, height, paints), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Runs `work` with image files, which are deleted afterwards. */
export async function withFiles<Result>(
  { again, ...images }: { baseline: Uint8Array; current: Uint8Array; again?: Uint8Array },
  work: (files: ImageFiles) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-compare-'));
  const write = async (name: string, image: Uint8Array) => {
    const file = join(folder, name);
    await writeFile(file, image);
    return file;
  };
  try {
    return await work({
      baseline: await write('baseline', images.baseline),
      current: await write('current', images.current),
      again: again ? await write('again', again) : null,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function dot(left: number, top: number, color: Rgb = black): Paint {
  return { left, top, width: 1, height: 1, color };
}

export async function pixelsOf(image: Buffer) {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    at: (left: number, top: number): Rgb => {
      const start = (top * info.width + left) * info.channels;
      return [data[start]!, data[start + 1]!, data[start + 2]!];
    },
  };
}

/** One stroke for each bit of a character code. */
const strokes = ['M1 0V11', 'M6 0V11', 'M1 0H6', 'M1 5.3H6', 'M1 11H6', 'M1 11L6 0', 'M1 0L6 11'];

/** The letters are drawn, because fonts differ between machines. */
function letter(character: string, at: number): string {
  const code = character.charCodeAt(0);
  const path = strokes.filter((_, bit) => code & (1 << bit)).join('');
  return character === ' ' ? '' : `<path transform="translate(${at * 8.3} 0)" d="${path}"/>`;
}

/** A page of text as an SVG drawn by sharp: anti-aliased letters, colored links and a gradient. */
export function renderTextPage(words: string): Promise<Buffer> {
  const lines = Array.from({ length: 20 }, (_, row) => {
    const letters = [...`${words} ${row}`].map(letter).join('');
    return `<g transform="translate(20 ${28 + row * 24})" stroke="${row % 4 === 0 ? '#1a0dab' : '#222'}">${letters}</g>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="540" fill="none" stroke-width="1.5">
    <defs><linearGradient id="sky"><stop offset="0" stop-color="#49c"/><stop offset="1" stop-color="#fb8"/></linearGradient></defs>
    <rect width="640" height="540" fill="#fff"/><rect x="400" y="20" width="200" height="200" fill="url(#sky)"/>${lines.join('')}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

function pixels(width: number, height: number, paints: Paint[]): Buffer {
  const data = Buffer.alloc(width * height * 3, 255);
  for (const paint of paints)
    for (let row = paint.top; row < paint.top + paint.height; row++)
      for (let column = paint.left; column < paint.left + paint.width; column++)
        data.set(paint.color ?? white, (row * width + column) * 3);
  return data;
}
