import { CaptureError } from './capture-error.ts';
import type { Area, CaptureRequest } from './capture-types.ts';
import type { OpenPage } from './open-page.ts';
import { elementEdges } from './page-functions.ts';

/** Pixels on a side and in all that one image may have; Chromium draws nothing past the first. */
export const imageLimits = { side: 16_384, area: 67_108_864 } as const;

type AreaRequest = Pick<CaptureRequest, 'viewport' | 'fullPage' | 'crop' | 'element'>;
/** `area` null: the window as it stands. */
export type PlannedArea = { area: Area | null; beyondWindow: boolean; notes: string[] };

/**
 * The part of the page that the request asks for, clipped at the page's edges.
 * @throws CaptureError `crop_outside_page`, `element_not_found`, `element_not_visible`, `invalid_selector`
 */
export async function planArea(open: OpenPage, request: AreaRequest): Promise<PlannedArea> {
  const { crop, element, fullPage } = request;
  if (!fullPage && crop === null && element === null) return { area: null, beyondWindow: false, notes: [] };
  const wanted = element === null ? null : await areaOf(open, element);
  const { page, window } = await measure(open, request.viewport);
  const clipped = fullPage ? page : intersection(wanted ?? crop!, page);
  if (!clipped) {
    throw wanted
      ? new CaptureError('element_not_visible', `The element ${element} lies outside the page.`)
      : new CaptureError(
          'crop_outside_page',
          `The crop lies outside the page, which is ${page.width} × ${page.height} pixels.`,
        );
  }
  const area = limited(clipped);
  const cut = area.width < clipped.width || area.height < clipped.height;
  return {
    area,
    beyondWindow: !contains(window, area),
    notes: cut
      ? [
          `Of ${clipped.width} × ${clipped.height} pixels the first ${area.width} × ${area.height} were captured.`,
        ]
      : [],
  };
}

async function areaOf(open: OpenPage, selector: string): Promise<Area> {
  const edges = await open.world.run(elementEdges, selector);
  if (edges === 'invalid')
    throw new CaptureError('invalid_selector', `element is not a valid CSS selector: ${selector}`);
  if (edges === 'absent') throw new CaptureError('element_not_found', `No element matches ${selector}.`);
  // Edges between two pixels go to the nearer one, as the page itself is drawn.
  const [left, top] = [Math.round(edges.left), Math.round(edges.top)];
  const area = { left, top, width: Math.round(edges.right) - left, height: Math.round(edges.bottom) - top };
  if (area.width < 1 || area.height < 1)
    throw new CaptureError(
      'element_not_visible',
      `The element ${selector} is not visible: it has no width or height.`,
    );
  return area;
}

async function measure(open: OpenPage, viewport: CaptureRequest['viewport']) {
  const { cssContentSize, cssVisualViewport } = await open.client.send('Page.getLayoutMetrics');
  return {
    page: {
      left: 0,
      top: 0,
      width: Math.max(Math.ceil(cssContentSize.width), viewport.width),
      height: Math.max(Math.ceil(cssContentSize.height), viewport.height),
    },
    window: { left: cssVisualViewport.pageX, top: cssVisualViewport.pageY, ...viewport },
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

function limited(area: Area): Area {
  const width = Math.min(area.width, imageLimits.side);
  return {
    ...area,
    width,
    height: Math.min(area.height, imageLimits.side, Math.floor(imageLimits.area / width)),
  };
}
