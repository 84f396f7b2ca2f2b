// An image in several resolutions, cut into square tiles (Deep Zoom). The highest level has the full resolution, each lower level
// has half the resolution of the level above, and level 0 has one pixel. The tiles at the right and bottom edges are smaller.
//
// The body of a pyramid contains all tiles in sequence: by level, by row, by column. `offsets` contains the position of
// each tile, followed by the size of the body.
import type { Size } from './conversions.ts';

/** Width and height of a tile, in pixels. */
export const tileSize = 512;

export type TilePosition = { level: number; column: number; row: number };
export type PyramidLevel = Size & { columns: number; rows: number };

/** Returns the levels of an image's pyramid, from the lowest resolution to the highest. */
export function pyramidLevels({ width, height }: Size): PyramidLevel[] {
  const maxLevel = Math.ceil(Math.log2(Math.max(width, height)));
  return Array.from({ length: maxLevel + 1 }, (_none, level) => {
    const scale = 2 ** (maxLevel - level);
    const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
    return { ...size, columns: Math.ceil(size.width / tileSize), rows: Math.ceil(size.height / tileSize) };
  });
}

/** Returns the tile's index in the body; null if the pyramid does not contain the tile. */
export function tileNumber(size: Size, { level, column, row }: TilePosition): number | null {
  const levels = pyramidLevels(size);
  const own = levels[level];
  if (!own || column >= own.columns || row >= own.rows) return null;
  const before = levels.slice(0, level).reduce((sum, { columns, rows }) => sum + columns * rows, 0);
  return before + row * own.columns + column;
}

/** Returns the positions of all tiles in the order of the body. */
export function tilePositions(size: Size): TilePosition[] {
  return pyramidLevels(size).flatMap(({ columns, rows }, level) =>
    Array.from({ length: columns * rows }, (_none, number) => ({
      level,
      column: number % columns,
      row: Math.floor(number / columns),
    })),
  );
}
