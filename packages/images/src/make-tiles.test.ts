import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { bands, blue, green, look, newFile, red, roughly } from './bands.fixture.ts';
import { makeTiles } from './make-tiles.ts';
import { tileNumber } from './tile-pyramid.ts';

test('cuts an image into the tiles of all levels', async () => {
  const image = await bands(700, 1_500, [red, green, blue]);
  const { file, offsets, ...size } = await makeTiles({ image }, newFile());
  const body = await readFile(file);
  expect(size).toEqual({ width: 700, height: 1_500 });
  expect(offsets.at(-1)).toBe(body.length);
  const tile = async (level: number, column: number, row: number) => {
    const number = tileNumber(size, { level, column, row })!;
    return look(body.subarray(offsets[number], offsets[number + 1]));
  };

  const first = await tile(11, 0, 0);
  expect(first).toMatchObject({ format: 'webp', width: 512, height: 512 });
  expect([first.at(100, 490), first.at(100, 508)]).toEqual([roughly(red), roughly(green)]);
  // At the edges, tiles are smaller.
  const last = await tile(11, 1, 2);
  expect(last).toMatchObject({ width: 188, height: 476 });
  expect(last.at(100, 400)).toEqual(roughly(blue));
  const half = await tile(10, 0, 1);
  expect(half).toMatchObject({ width: 350, height: 238 });
  expect(half.at(100, 100)).toEqual(roughly(blue));
  expect(await tile(0, 0, 0)).toMatchObject({ width: 1, height: 1 });
});
