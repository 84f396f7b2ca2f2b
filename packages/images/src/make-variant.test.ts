import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { bands, blue, green, look, newFile, red, roughly, saved } from './bands.fixture.ts';
import type { ImageFormat, VariantInput } from './conversions.ts';
import { makeVariant } from './make-variant.ts';

const make = (image: string, changes: Partial<VariantInput> = {}) =>
  makeVariant({ image, format: 'webp', width: null, height: null, ...changes }, newFile());

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
