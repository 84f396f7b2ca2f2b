import { headerHeight, type Point } from './library-page.ts';
import type { Area, Rgb } from './picture.ts';

/** A rectangle with a single color at a known position. */
export type Cell = Area & { index: number; color: Rgb };

/**
 * Saturated colors. Each color differs from the other colors, and it differs from white more than half-transparent
 * content does.
 */
function cellColor(index: number): Rgb {
  return [20 + ((index * 53) % 180), 30 + ((index * 97) % 150), 40 + ((index * 31) % 170)];
}

/**
 * Cells in rows below the header. `rowHeight` is the distance between the tops of two rows; if it is greater than
 * `height`, there is space between the rows.
 */
export function cellGrid(
  count: number,
  { columns = 5, width = 200, height = 150, rowHeight = 170, top = 20 } = {},
): Cell[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    left: 20 + (index % columns) * (width + 20),
    top: headerHeight + top + Math.floor(index / columns) * rowHeight,
    width,
    height,
    color: cellColor(index),
  }));
}

export const centers = (cells: readonly Cell[]): Point[] =>
  cells.map(({ left, top, width, height, color }) => [
    Math.round(left + width / 2),
    Math.round(top + height / 2),
    color,
  ]);

/** Two opposite corners of each cell, which reveal whether the cell is still rotated or displaced. */
export const corners = (cells: readonly Cell[]): Point[] => {
  const inside = 4;
  return cells.flatMap(({ left, top, width, height, color }): Point[] => [
    [left + inside, top + inside, color],
    [left + width - inside, top + height - inside, color],
  ]);
};

/** The height of a page with these cells, excluding the header. */
export const heightOf = (cells: readonly Cell[]): number =>
  Math.max(...cells.map(({ top, height }) => top + height)) + 20 - headerHeight;

/** CSS that places a cell. */
export const placeOf = ({ left, top, width, height }: Area): string =>
  `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px;`;

export const css = (color: Rgb): string => `rgb(${color.join()})`;

/** The URL of a single-color picture that the site sends after `ms` milliseconds. */
export const pictureUrl = (color: Rgb, ms = 150, name = ''): string =>
  `/picture.png?color=${color.join('-')}&ms=${ms}${name && `&n=${name}`}`;

/** A block in the color of its cell. */
export const block = (cell: Cell, attributes = ''): string =>
  `<div ${attributes} style="${placeOf(cell)}background:${css(cell.color)}"></div>`;
