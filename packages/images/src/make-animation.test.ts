import { expect, test } from 'vitest';
import { bands, blue, green, look, newFile, red, roughly, white } from './bands.fixture.ts';
import type { FrameInput } from './conversions.ts';
import { makeAnimation, makeFrame } from './make-animation.ts';

const frame = (input: FrameInput) => makeFrame(input, newFile());

test('all frames have the size of the first one: taller images are cropped, and shorter ones are padded with white', async () => {
  const first = await frame({ image: await bands(800, 600, [red]), width: 160, height: null });
  expect(first).toMatchObject({ width: 160, height: 120 });
  const size = { width: 160, height: first.height };
  const taller = await frame({ image: await bands(800, 1_200, [green, blue]), ...size });
  const shorter = await frame({ image: await bands(400, 100, [blue], 'jpeg'), ...size });
  const seen = await Promise.all([taller, shorter].map(({ file }) => look(file)));
  expect(seen).toMatchObject([size, size]);
  expect(seen[0]!.at(80, 115)).toEqual(roughly(green));
  expect(seen[1]!.at(80, 20)).toEqual(roughly(blue));
  expect(seen[1]!.at(80, 100)).toEqual(roughly(white));
});

test('limits the frame height of a tall page to twice the width', async () => {
  const image = await bands(100, 5_000, [red]);
  expect(await frame({ image, width: 320, height: null })).toMatchObject({ width: 320, height: 640 });
});

test('an animation shows each frame for the given time and loops', async () => {
  const frames: string[] = [];
  for (const color of [red, green, blue])
    frames.push((await frame({ image: await bands(400, 300, [color]), width: 160, height: null })).file);
  const animation = await makeAnimation({ frames, delayMs: 250 }, newFile());
  expect(animation).toMatchObject({ width: 160, height: 120 });
  expect(await look(animation.file)).toMatchObject({
    format: 'webp',
    pages: 3,
    pageHeight: 120,
    delay: [250, 250, 250],
    loop: 0,
  });
});

test('an animation can have one frame', async () => {
  const { file } = await frame({ image: await bands(400, 300, [red]), width: 160, height: null });
  const seen = await look((await makeAnimation({ frames: [file], delayMs: 250 }, newFile())).file);
  expect(seen).toMatchObject({ format: 'webp', width: 160, height: 120 });
});
