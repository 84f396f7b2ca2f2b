// Differences between two captures taken at the same time are not changes to the page: they are caused by clocks,
// advertisements or running animations. The next frame of an animation differs in slightly different places, so the area
// consists of whole cells and includes their neighbors, and whole words if a part of them differs.
import type { Rectangle } from '../change.ts';
import { changeBoxes, maxBoxes } from './change-boxes.ts';
import { type PixelComparison, type PixelImage, pixelClass, type UnstableArea } from './pixel-comparison.ts';
import { wordAround } from './word-around.ts';

/** Width and height in pixels. */
const cellSize = 8;

/** @param comparison compares the second capture, as the baseline, with the image */
export function unstableArea(comparison: PixelComparison, image: PixelImage): UnstableArea {
  const { canvas, segments, classes, current } = comparison;
  const columns = Math.ceil(current.width / cellSize);
  const rowsOfCells = Math.ceil(current.height / cellSize);
  const cells = new Uint8Array(columns * rowsOfCells);
  const removedBefore = new Set<number>();
  let top = 0;
  let next = 0;
  for (const segment of segments) {
    if (segment.current === null) removedBefore.add(next);
    else {
      for (let row = 0; row < segment.rows; row++)
        for (let column = 0; column < current.width; column++)
          if (classes[(top + row) * canvas.width + column] === pixelClass.different)
            markAround(cells, columns, {
              column: Math.floor(column / cellSize),
              row: Math.floor((segment.current + row) / cellSize),
            });
      next = segment.current + segment.rows;
    }
    top += segment.rows;
  }
  const words = changeBoxes(comparison).flatMap(({ kind, ...box }) =>
    kind === 'removed' ? [] : [wordAround({ ...image, ...current }, box)],
  );
  for (const word of words) markBox(cells, columns, word);
  // Rows that only the second capture has are represented by the row that follows them.
  const gaps = [...removedBefore].map((row) => {
    return { left: 0, top: Math.min(row, current.height - 1), width: current.width, height: 1 };
  });
  const boxes = [...words, ...gaps].slice(0, maxBoxes);
  return {
    has: (column, row) =>
      column < current.width &&
      cells[Math.floor(row / cellSize) * columns + Math.floor(column / cellSize)] === 1,
    removedBefore,
    boxes,
    coverWords(other) {
      for (const { left, top, width, height } of words) {
        if (left + width > other.width || top + height > other.height) continue;
        const { width: columnsOfBoth, height: rowsOfBoth } = current;
        const around = wordAround(other, { left, top, width, height });
        const right = Math.min(around.left + around.width, columnsOfBoth);
        const bottom = Math.min(around.top + around.height, rowsOfBoth);
        markBox(cells, columns, {
          ...{ left: around.left, top: around.top },
          ...{ width: right - around.left, height: bottom - around.top },
        });
      }
    },
  };
}

function markBox(cells: Uint8Array, columns: number, { left, top, width, height }: Rectangle): void {
  const [first, last] = [Math.floor(left / cellSize), Math.floor((left + width - 1) / cellSize)];
  for (let row = Math.floor(top / cellSize); row * cellSize < top + height; row++)
    cells.fill(1, row * columns + first, row * columns + last + 1);
}

function markAround(cells: Uint8Array, columns: number, cell: { column: number; row: number }): void {
  for (let row = Math.max(0, cell.row - 1); row <= cell.row + 1; row++)
    for (
      let column = Math.max(0, cell.column - 1);
      column <= Math.min(columns - 1, cell.column + 1);
      column++
    )
      if (row * columns + column < cells.length) cells[row * columns + column] = 1;
}
