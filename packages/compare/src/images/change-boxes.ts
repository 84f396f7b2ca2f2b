import type { Change, Rectangle } from '../change.ts';
import { type PixelComparison, pixelClass } from './pixel-comparison.ts';

/** Maximum number of boxes. If there are more, neighboring boxes are merged. */
export const maxBoxes = 50;
/** In pixels. Differing pixels in adjacent cells are in the same box. */
const smallestCell = 16;

/** A part of the canvas whose pixels come from one image. A position in the image is the canvas position minus the offset. */
type Part = { kind: Change['kind']; area: Rectangle; rowOffset: number };
type Box = { left: number; top: number; right: number; bottom: number };

/**
 * Returns the bounding boxes of the differences, from top to bottom. Boxes of changed and inserted content are in pixels of the
 * current image, boxes of removed content in pixels of the baseline. Returns at most `maxBoxes` boxes, each as small as possible.
 */
export function changeBoxes(comparison: PixelComparison): Change[] {
  const parts = partsOf(comparison);
  for (let cell = smallestCell; ; cell *= 2) {
    const changes = parts.flatMap((part) =>
      boxesOf(comparison, part, cell).map((box) => toChange(box, part)),
    );
    // Even if a cell is as large as the canvas, each part has a box, so there can still be too many boxes.
    if (changes.length <= maxBoxes) return changes;
    if (cell > Math.max(comparison.canvas.width, comparison.canvas.height)) return largest(changes);
  }
}

const largest = (changes: Change[]): Change[] => {
  const area = ({ width, height }: Change) => width * height;
  const kept = new Set([...changes].sort((a, b) => area(b) - area(a)).slice(0, maxBoxes));
  return changes.filter((change) => kept.has(change));
};

function partsOf({ baseline, current, segments }: PixelComparison): Part[] {
  const parts: Part[] = [];
  let top = 0;
  for (const { baseline: before, current: now, rows } of segments) {
    const area = { left: 0, top, height: rows };
    if (now !== null) {
      const kind = before === null ? 'inserted' : 'changed';
      parts.push({ kind, area: { ...area, width: current.width }, rowOffset: top - now });
      // Columns that exist only in the baseline.
      const rest = baseline.width - current.width;
      if (before !== null && rest > 0)
        parts.push({
          kind: 'removed',
          area: { ...area, left: current.width, width: rest },
          rowOffset: top - before,
        });
    } else if (before !== null)
      parts.push({ kind: 'removed', area: { ...area, width: baseline.width }, rowOffset: top - before });
    top += rows;
  }
  return parts;
}

function toChange({ left, top, right, bottom }: Box, { kind, rowOffset }: Part): Change {
  return { kind, left, top: top - rowOffset, width: right - left, height: bottom - top };
}

/** Returns the bounding boxes of a part's changed pixels: one for each group of adjacent cells, in the order of their first rows. */
function boxesOf({ canvas, classes }: PixelComparison, { area }: Part, cell: number): Box[] {
  const columns = Math.ceil(area.width / cell);
  let above: (Box | undefined)[] = [];
  const boxes = new Set<Box>();
  /** Maps a merged box to the box that contains it. */
  const replaced = new Map<Box, Box>();
  const current = (box: Box): Box => {
    let found = box;
    for (let next = replaced.get(found); next; next = replaced.get(found)) found = next;
    return found;
  };
  const merge = (one: Box, other: Box): Box => {
    if (one === other) return one;
    extend(one, other);
    replaced.set(other, one);
    boxes.delete(other);
    return one;
  };
  for (let row = 0; ; row += cell) {
    const next = classes.indexOf(pixelClass.different, (area.top + row) * canvas.width);
    const skipped = Math.floor((Math.floor(next / canvas.width) - area.top - row) / cell);
    if (skipped > 0) above = [];
    row += skipped * cell;
    if (next === -1 || row >= area.height) return [...boxes];
    const cells: (Box | undefined)[] = [];
    for (let column = 0; column < columns; column++) {
      const found = boxOfCell(classes, canvas.width, area, { row, column: column * cell, cell });
      if (!found) continue;
      boxes.add(found);
      let box = found;
      for (const neighbor of [above[column - 1], above[column], above[column + 1], cells[column - 1]])
        if (neighbor) box = merge(current(neighbor), current(box));
      cells[column] = box;
    }
    above = cells;
  }
}

function extend(box: Box, other: Box): void {
  box.left = Math.min(box.left, other.left);
  box.top = Math.min(box.top, other.top);
  box.right = Math.max(box.right, other.right);
  box.bottom = Math.max(box.bottom, other.bottom);
}

/** Returns the bounding box of the changed pixels in a cell; undefined if there are none. */
function boxOfCell(
  classes: Uint8Array,
  canvasWidth: number,
  area: Rectangle,
  { row, column, cell }: { row: number; column: number; cell: number },
): Box | undefined {
  const [fromRow, toRow] = [area.top + row, area.top + Math.min(row + cell, area.height)];
  const [from, to] = [area.left + column, area.left + Math.min(column + cell, area.width)];
  let box: Box | undefined;
  for (let top = fromRow; top < toRow; top++)
    for (let at = top * canvasWidth + from, left = from; left < to; left++, at++) {
      if (classes[at] !== pixelClass.different) continue;
      box ??= { left, top, right: left, bottom: top };
      if (left < box.left) box.left = left;
      if (left >= box.right) box.right = left + 1;
      box.bottom = top + 1;
    }
  return box;
}
