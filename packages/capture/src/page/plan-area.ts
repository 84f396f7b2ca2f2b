import { isDeepStrictEqual } from 'node:util';
import { elementEdges } from '../in-page/find-elements.ts';
import { CaptureError } from '../model/capture-error.ts';
import type { Area, CaptureRequest } from '../model/capture-types.ts';
import { imageSize } from '../model/image-pixels.ts';
import type { OpenPage } from './open-page.ts';

/**
 * Maximum number of pixels in an image, per side and in total, in image pixels. JPEG allows 65,535 pixels per side, and a
 * comparison reads at most this area.
 */
export const imageLimits = { side: 65_000, area: 134_217_728 } as const;

/**
 * Maximum size of one tile, in image pixels. Some systems do not let Chromium paint more pixels per side. Chromium needs
 * about 16 bytes per pixel.
 */
export const tileLimits = { side: 16_384, area: 12_582_912 } as const;

/** Whether an image does not fit in one tile. `ImageMemory` limits the memory of such images. */
export function isLargeImage({ width, height }: Pick<Area, 'width' | 'height'>): boolean {
  return width > tileLimits.side || height > tileLimits.side || width * height > tileLimits.area;
}

type AreaRequest = Pick<CaptureRequest, 'viewport' | 'fullPage' | 'crop' | 'element' | 'options'>;
export type PlannedArea = {
  /** In CSS pixels of the page. Null for the current viewport. */
  area: Area | null;
  /** The page coordinates of scroll position 0, 0. On right-to-left pages, this is not the left edge. */
  origin: { left: number; top: number };
  beyondViewport: boolean;
  notes: string[];
};

/**
 * Returns the requested part of the page, clipped to the page and to `imageLimits`.
 * @throws CaptureError `crop_outside_page`, `element_not_found`, `element_not_visible`, `invalid_selector`
 */
export async function planArea(open: OpenPage, request: AreaRequest): Promise<PlannedArea> {
  const { crop, element, fullPage, viewport, options } = request;
  const { scaleFactor } = open;
  const wholeViewport = !fullPage && crop === null && element === null;
  // Only a scaled viewport is captured as tiles, so that its image is subject to the limits.
  if (wholeViewport && (scaleFactor === 1 || !isLargeImage(imageSize(viewport, scaleFactor))))
    return { area: null, origin: { left: 0, top: 0 }, beyondViewport: false, notes: [] };
  const edges = element === null ? null : await edgesOf(open, element);
  const { page, window, origin } = await measure(open, viewport);
  const requested = edges && element !== null ? areaOf(edges, origin, element) : null;
  const wholePage = { ...page, height: Math.min(page.height, options?.maxHeight ?? page.height) };
  const clipped = fullPage ? wholePage : wholeViewport ? window : intersection(requested ?? crop!, page);
  if (!clipped) {
    throw requested
      ? new CaptureError('element_not_visible', `The element ${element} lies outside the page.`)
      : new CaptureError(
          'crop_outside_page',
          `The crop lies outside the page, which is ${page.width} × ${page.height} pixels.`,
        );
  }
  const area = limited(clipped, scaleFactor);
  const cut = area.width < clipped.width || area.height < clipped.height;
  const [taken, whole] = [area, clipped].map((one) => imageSize(one, scaleFactor)) as [Size, Size];
  return {
    area,
    origin,
    beyondViewport: !contains(window, area),
    notes: cut
      ? [
          `Only the first ${taken.width} × ${taken.height} of ${whole.width} × ${whole.height} pixels were captured.`,
        ]
      : [],
  };
}

/** Whether the requested part of the page is still where it was planned, with the same size. */
export async function isStillPlanned(
  open: OpenPage,
  request: AreaRequest,
  { area }: Pick<PlannedArea, 'area'>,
): Promise<boolean> {
  if (area === null) return true;
  const now = await planArea(open, request).catch((error: unknown) => {
    if (error instanceof CaptureError) return null;
    throw error;
  });
  return now !== null && now.area !== null && isDeepStrictEqual(now.area, area);
}

type Size = Pick<Area, 'width' | 'height'>;
type Edges = { left: number; top: number; right: number; bottom: number };

async function edgesOf(open: OpenPage, selector: string): Promise<Edges> {
  const edges = await open.world.run(elementEdges, selector);
  if (edges === 'invalid')
    throw new CaptureError('invalid_selector', `element is not a valid CSS selector: ${selector}`);
  if (edges === 'absent') throw new CaptureError('element_not_found', `No element matches ${selector}.`);
  return edges;
}

/** Rounds edges to the nearest pixel, as Chromium does when painting. */
function areaOf(edges: Edges, origin: PlannedArea['origin'], selector: string): Area {
  const [left, top] = [Math.round(edges.left + origin.left), Math.round(edges.top + origin.top)];
  const width = Math.round(edges.right + origin.left) - left;
  const height = Math.round(edges.bottom + origin.top) - top;
  if (width < 1 || height < 1)
    throw new CaptureError(
      'element_not_visible',
      `The element ${selector} is not visible: it has no width or height.`,
    );
  return { left, top, width, height };
}

async function measure(open: OpenPage, viewport: CaptureRequest['viewport']) {
  const { cssContentSize, cssLayoutViewport, cssVisualViewport } =
    await open.client.send('Page.getLayoutMetrics');
  return {
    page: {
      left: 0,
      top: 0,
      width: Math.max(Math.ceil(cssContentSize.width), viewport.width),
      height: Math.max(Math.ceil(cssContentSize.height), viewport.height),
    },
    window: { left: cssLayoutViewport.pageX, top: cssLayoutViewport.pageY, ...viewport },
    // The layout viewport is relative to the corner of the page, and the visual viewport to scroll position 0, 0.
    origin: {
      left: cssLayoutViewport.pageX - Math.round(cssVisualViewport.pageX - cssVisualViewport.offsetX),
      top: cssLayoutViewport.pageY - Math.round(cssVisualViewport.pageY - cssVisualViewport.offsetY),
    },
  };
}

function intersection(a: Area, b: Area): Area | null {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const width = Math.min(a.left + a.width, b.left + b.width) - left;
  const height = Math.min(a.top + a.height, b.top + b.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

function contains(outer: Area, inner: Area): boolean {
  return (
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.left + inner.width <= outer.left + outer.width &&
    inner.top + inner.height <= outer.top + outer.height
  );
}

function limited(area: Area, scaleFactor: number): Area {
  const side = Math.floor(imageLimits.side / scaleFactor);
  const width = Math.min(area.width, side);
  const rows = Math.floor(imageLimits.area / Math.round(width * scaleFactor));
  return { ...area, width, height: Math.min(area.height, side, Math.floor(rows / scaleFactor)) };
}
