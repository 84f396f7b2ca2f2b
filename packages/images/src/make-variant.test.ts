import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { bands, blue, green, look, newFile, red, roughly, saved, white } from './bands.fixture.ts';
import type { ImageFormat, VariantInput } from './conversions.ts';
import { makeVariant } from './make-variant.ts';

const make = (image: string, changes: Partial<VariantInput> = {}) =>
  makeVariant({ image, format: 'webp', width: null, height: null, around: null, ...changes }, newFile());

test.each(['webp', 'avif', 'jpeg', 'png'] as const)(
  'scales an image and encodes it as %s',
  async (format) => {
    const image = await bands(600, 300, [red, blue], format === 'jpeg' ? 'png' : 'jpeg');
    const variant = (await make(image, { format, width: 160 }))!;
    expect(variant).toMatchObject({ width: 160, height: 80 });
    const seen = await look(variant.file);
    expect(seen).toMatchObject({ format: format === 'avif' ? 'heif' : format, width: 160, height: 80 });
    expect(seen.at(80, 10)).toEqual(roughly(red));
    expect(seen.at(80, 70)).toEqual(roughly(blue));
  },
);

test('crops a tall image at the bottom', async () => {
  const image = await bands(400, 4_000, [red, green, blue, blue]);
  const variant = (await make(image, { width: 160, height: 640 }))!;
  const seen = await look(variant.file);
  expect(seen).toMatchObject({ width: 160, height: 640 });
  expect(seen.at(80, 5)).toEqual(roughly(red));
  expect(seen.at(80, 630)).toEqual(roughly(green));
});

describe('the surroundings of an area', () => {
  const at = (left: number, top: number, width: number, height: number) => ({
    around: { left, top, width, height },
  });
  // Each band is 500 pixels high.
  const page = () => bands(1_280, 2_000, [red, green, blue, white]);

  test('have the area in the middle', async () => {
    const seen = await look((await make(await page(), { ...at(600, 990, 100, 20), format: 'png' }))!.file);
    expect(seen).toMatchObject({ format: 'png', width: 600, height: 400 });
    expect([seen.at(300, 199), seen.at(300, 200)]).toEqual([roughly(green), roughly(blue)]);
  });

  test('are moved into the image at its edges', async () => {
    const [first, last] = [at(0, 0, 5, 5), at(1_279, 1_999, 1, 1)];
    const colorsOf = async (around: typeof first) => {
      const { width, height, at } = await look((await make(await page(), around))!.file);
      return { width, height, colors: [at(0, 0), at(599, 399)] };
    };
    const size = { width: 600, height: 400 };
    expect(await colorsOf(first)).toEqual({ ...size, colors: [roughly(red), roughly(red)] });
    expect(await colorsOf(last)).toEqual({ ...size, colors: [roughly(white), roughly(white)] });
    const small = await bands(100, 50, [red]);
    expect(await make(small, { ...first, format: 'png' })).toBeNull();
  });

  test('have a margin and are scaled down and cropped at the bottom', async () => {
    const tall = at(0, 300, 1_280, 1_600);
    expect(await make(await page(), { ...tall, width: 640 })).toMatchObject({ width: 640, height: 880 });
    const seen = await look((await make(await page(), { ...tall, width: 640, height: 320 }))!.file);
    expect(seen).toMatchObject({ width: 640, height: 320 });
    // The crop begins at row 220.
    expect([seen.at(9, 137), seen.at(9, 143)]).toEqual([roughly(red), roughly(green)]);
  });
});

test('never enlarges an image', async () => {
  const image = await bands(100, 50, [red]);
  expect(await make(image, { width: 640, height: 640 })).toMatchObject({ width: 100, height: 50 });
});

test('does not re-encode an image that would not change', async () => {
  const image = await bands(100, 50, [red]);
  expect(await make(image, { format: 'png', width: 160, height: 160 })).toBeNull();
  expect(await make(image, { format: 'jpeg', width: 160 })).not.toBeNull();
  expect(await make(image, { format: 'png', height: 20 })).toMatchObject({ height: 20 });
});

describe('the limits of formats', () => {
  test.each([
    ['webp', 10, 20_000],
    ['avif', 10, 20_000],
    ['avif', 4_000, 3_000],
  ] as [ImageFormat, number, number][])(
    '%s refuses an image of %i × %i pixels',
    async (format, width, height) => {
      const image = await bands(width, height, [red]);
      await expect(make(image, { format })).rejects.toMatchObject({ code: 'too_large' });
    },
  );

  test('apply to the result', async () => {
    const image = await bands(200, 20_000, [red, blue]);
    expect(await make(image, { width: 160 })).toMatchObject({ width: 160, height: 16_000 });
    expect(await make(image, { height: 1_280 })).toMatchObject({ width: 200, height: 1_280 });
    expect(await make(image, { format: 'jpeg' })).toMatchObject({ width: 200, height: 20_000 });
  });
});

test('rejects a truncated image and a file that is neither PNG nor JPEG', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  await expect(make(await saved(svg))).rejects.toMatchObject({ code: 'undecodable' });
  await expect(make(await saved(Buffer.alloc(3)))).rejects.toMatchObject({ code: 'undecodable' });
  const image = await readFile(await bands(600, 300, [red, blue]));
  await expect(make(await saved(image.subarray(0, image.length - 40)))).rejects.toThrow();
});
