import sharp, { type Metadata } from 'sharp';
import { describe, expect, test } from 'vitest';
import { makeThumbnail } from '../../src/image/make-thumbnail.ts';

async function noiseImage(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
}
const sizeOf = ({ width, height }: Metadata) => [width, height];

describe('a thumbnail', () => {
  test.each([
    [1_920, 1_080, 300, [300, 169]],
    [1_000, 333, 100, [100, 33]],
    [999, 1_000, 333, [333, 333]],
    [400, 300, 400, [400, 300]],
    [400, 300, 4_096, [400, 300]],
    [1, 3_000, 4_096, [1, 3_000]],
    [6_000, 2, 50, [50, 1]],
    [300, 6_000, 1, [1, 20]],
    [390, 3_000, 32, [32, 246]],
  ])('of %i × %i pixels with width %i has the size %j', async (width, height, thumbnailWidth, expected) => {
    const image = await noiseImage(width, height);
    for (const format of ['png', 'jpeg'] as const) {
      const original = await sharp(image).toFormat(format).toBuffer();
      const settings = { format, quality: 80, encodeSeconds: 60 };
      const thumbnail = await makeThumbnail(original, thumbnailWidth, settings);
      expect(sizeOf(await sharp(thumbnail).metadata())).toEqual(expected);
    }
  });

  test('has the colors of the image, in sRGB without a profile', async () => {
    const background = { r: 10, g: 200, b: 90 };
    const create = { width: 300, height: 300, channels: 3, background } as const;
    const image = await sharp({ create }).jpeg({ quality: 100 }).withIccProfile('srgb').toBuffer();
    for (const format of ['png', 'jpeg'] as const) {
      const thumbnail = await makeThumbnail(image, 30, { format, quality: 100, encodeSeconds: 60 });
      const { space, icc, format: made } = await sharp(thumbnail).metadata();
      expect([space, icc, made]).toEqual(['srgb', undefined, format]);
      const [red = 0, green = 0, blue = 0] = await sharp(thumbnail).raw().toBuffer();
      expect(Math.max(Math.abs(red - 10), Math.abs(green - 200), Math.abs(blue - 90))).toBeLessThan(4);
    }
  });

  test('accepts a quality from 0 to 100', async () => {
    const image = await noiseImage(800, 600);
    const sizes = await Promise.all(
      [0, 50, 100].map(
        async (quality) =>
          (await makeThumbnail(image, 400, { format: 'jpeg', quality, encodeSeconds: 60 })).length,
      ),
    );
    expect(sizes[0]!).toBeLessThan(sizes[1]! / 3);
    expect(sizes[1]!).toBeLessThan(sizes[2]! / 3);
  });
});
