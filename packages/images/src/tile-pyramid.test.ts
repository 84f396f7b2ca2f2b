import { expect, test } from 'vitest';
import { pyramidLevels, tileNumber, tilePositions } from './tile-pyramid.ts';

test('each level has half the resolution of the next higher one, rounded up, down to one pixel', () => {
  const sizes = pyramidLevels({ width: 700, height: 1_300 }).map(({ width, height }) => `${width}x${height}`);
  expect(sizes).toEqual([
    ...['1x1', '1x2', '2x3', '3x6', '6x11', '11x21', '22x41', '44x82', '88x163', '175x325', '350x650'],
    '700x1300',
  ]);
});

test('an image of one pixel has one level', () => {
  expect(pyramidLevels({ width: 1, height: 1 })).toEqual([{ width: 1, height: 1, columns: 1, rows: 1 }]);
});

test('the tallest possible capture has 17 levels with tiles of up to 512 pixels', () => {
  const levels = pyramidLevels({ width: 1_920, height: 65_000 });
  expect(levels).toHaveLength(17);
  expect(levels.at(-1)).toEqual({ width: 1_920, height: 65_000, columns: 4, rows: 127 });
});

test('tiles are numbered by level, row and column, without gaps', () => {
  const size = { width: 1_100, height: 700 };
  const positions = tilePositions(size);
  expect(positions.map((position) => tileNumber(size, position))).toEqual(
    positions.map((_one, index) => index),
  );
  expect(positions.at(-1)).toEqual({ level: 11, column: 2, row: 1 });
});

test('positions outside the pyramid have no tile', () => {
  const size = { width: 1_100, height: 700 };
  for (const position of [
    { level: 12, column: 0, row: 0 },
    { level: 11, column: 3, row: 0 },
    { level: 11, column: 0, row: 2 },
    { level: 9, column: 1, row: 0 },
  ])
    expect(tileNumber(size, position)).toBeNull();
});
