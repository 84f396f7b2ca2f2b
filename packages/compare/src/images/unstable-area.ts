// Differences between two captures taken at the same time are not changes to the page: they are caused by clocks,
// advertisements or running animations. The next frame of an animation differs in slightly different places, so the area
// consists of whole cells and includes their neighbors.
import { changeBoxes } from './change-boxes.ts';
import { type PixelComparison, pixelClass, type UnstableArea } from './pixel-comparison.ts';

/** Width and height in pixels. */
const cellSize = 8;

/** @param comparison compares the second capture, as the baseline, with the image */
export function unstableArea(comparison: PixelComparison): UnstableArea {
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
  return {
    has: (column, row) =>
      column < current.width &&
      cells[Math.floor(row / cellSize) * columns + Math.floor(column / cellSize)] === 1,
    removedBefore,
    boxes: changeBoxes(comparison).flatMap(({ kind, ...box }) => (kind === 'removed' ? [] : [box])),
  };
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
