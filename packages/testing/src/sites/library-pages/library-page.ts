import { type Area, isNear, meanOf, type Picture, pixelAt, type Rgb } from './picture.ts';

/** A real change to a page, which a content-change check must find. */
export type PageChange = 'word' | 'price' | 'moved' | 'color';

export type LibraryPage = {
  name: string;
  /** Path on the site. */
  path: string;
  viewport: { width: number; height: number };
  /** False if the page never stops moving. In that case, its captures may differ from each other. */
  rests: boolean;
  /** The note that a capture of the page must have; null if it must not have any note. */
  note: RegExp | null;
  /** A note that is acceptable as well. */
  toleratedNote?: RegExp;
  /** The changes that `?change=` supports. */
  changes: readonly PageChange[];
  /** Checks a picture of the whole page and returns its faults; empty if the picture is correct. */
  faults(picture: Picture): string[];
  /** The HTML; null if the page comes from a package. */
  html: ((change: PageChange | null) => string) | null;
};

/** The color that the picture must have at a given point. */
export type Point = readonly [left: number, top: number, color: Rgb];
/** The color that the mean color of an area must be close to. */
export type Region = readonly [area: Area, color: Rgb];

/** The header of our own pages. `?change=` changes the header, and content starts below it. */
export const headerHeight = 60;

/** Matches the note that the page did not come to rest. */
export const movingNote = /still moving/;
/** Matches the note that content is missing. */
export const missingNote = /did not arrive/;
/** Matches the note that images could not be loaded. */
export const failedNote = /failed to load/;
/** Matches the note that requests have not ended. */
export const loadingNote = /still loading/;

type Declaration = {
  name: string;
  /** The content, which is positioned absolutely below the header. */
  body: string;
  style?: string;
  /** Height of the content in pixels, excluding the header. By default, it is derived from the content. */
  height?: number;
  points?: readonly Point[];
  faults?: (picture: Picture) => string[];
  viewport?: LibraryPage['viewport'];
  rests?: boolean;
  note?: RegExp | null;
  toleratedNote?: RegExp;
};

/** Creates one of our own pages, `/pages/<name>`. */
export function libraryPage(declaration: Declaration): LibraryPage {
  const { name, body, style = '', height, points = [], faults = () => [], rests = true } = declaration;
  const { viewport = { width: 1280, height: 800 } } = declaration;
  const size = height === undefined ? '' : `body{height:${headerHeight + height}px}`;
  return {
    name,
    path: `/pages/${name}`,
    viewport,
    rests,
    note: declaration.note ?? (rests ? null : movingNote),
    ...(declaration.toleratedNote && { toleratedNote: declaration.toleratedNote }),
    // In a narrow viewport, the other elements of the header are missing.
    changes: viewport.width < 1_100 ? ['word', 'price'] : ['word', 'price', 'moved', 'color'],
    faults: (picture) => [
      ...headerFaults(picture),
      ...pointFaults(picture, points),
      ...(height !== undefined && picture.height < headerHeight + height
        ? [`the page is cut at ${picture.height} px`]
        : []),
      ...faults(picture),
    ],
    html: (change) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,">
<style>html{background:#fff}body{margin:0;position:relative;font:16px/24px sans-serif}${size}${style}</style></head>
<body>${header(change)}${body}</body>
</html>
`,
  };
}

const headerColor: Rgb = [34, 102, 204];

function header(change: PageChange | null): string {
  return `<div style="position:relative;height:${headerHeight}px;overflow:hidden">
<b style="position:absolute;left:20px;top:18px">${change === 'word' ? 'Harvest' : 'Harbour'} report</b>
<span style="position:absolute;left:320px;top:18px">${change === 'price' ? '48' : '49'}.00 EUR</span>
<i style="position:absolute;left:${change === 'moved' ? 660 : 620}px;top:15px;width:80px;height:30px;background:#888"></i>
<i style="position:absolute;left:1000px;top:15px;width:60px;height:30px;background:${change === 'color' ? '#2288cc' : '#2266cc'}"></i></div>`;
}

const headerFaults = (picture: Picture) =>
  picture.width < 1100 ? [] : pointFaults(picture, [[1_030, 30, headerColor]]);

export function pointFaults(picture: Picture, points: readonly Point[]): string[] {
  return points.flatMap(([left, top, color]) => {
    const found = pixelAt(picture, left, top);
    return isNear(found, color) ? [] : [`${left},${top} is ${found}, not ${color}`];
  });
}

/** @param by the difference per channel that a different font or different text smoothing may cause */
export function regionFaults(picture: Picture, regions: readonly Region[], by = 14): string[] {
  return regions.flatMap(([area, color]) => {
    const found = meanOf(picture, area);
    const { left, top, width, height } = area;
    return isNear(found, color, by)
      ? []
      : [`the mean of ${left},${top} ${width} × ${height} is ${found}, not ${color}`];
  });
}
