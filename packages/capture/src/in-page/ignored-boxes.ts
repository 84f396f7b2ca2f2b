// Runs in the page (see with-parts.ts).
type Edges = { left: number; top: number; right: number; bottom: number };
type Style = Record<'display' | 'overflowX' | 'overflowY' | 'position', string>;
type PageElement = {
  clientLeft: number;
  clientTop: number;
  clientWidth: number;
  clientHeight: number;
  /** Only HTML elements have this property. */
  offsetWidth?: number;
  parentElement: PageElement | null;
  getBoundingClientRect(): Edges;
  getClientRects(): { length: number };
};
declare const document: {
  body: PageElement | null;
  documentElement: PageElement | null;
  createRange(): { selectNodeContents(element: PageElement): void; getBoundingClientRect(): Edges };
  querySelectorAll(selector: string): Iterable<PageElement>;
};
declare const window: { scrollX: number; scrollY: number };
declare function getComputedStyle(element: PageElement): Style;

type Rectangle = { left: number; top: number; width: number; height: number };
export type IgnoredBoxes = { invalid: string } | { boxes: Rectangle[]; more: boolean };

/**
 * Returns the boxes of elements that match any of the selectors, in whole pixels relative to `area` and clipped to it; at
 * most `limit` boxes. `area` is relative to the page or, with `inViewport`, to the viewport.
 */
export function ignoredBoxes(
  selectors: string[],
  area: Rectangle,
  inViewport: boolean,
  limit: number,
): IgnoredBoxes {
  const elements = new Set<PageElement>();
  for (const selector of selectors) {
    try {
      for (const element of document.querySelectorAll(selector)) elements.add(element);
    } catch {
      return { invalid: selector };
    }
  }
  const edgesOf = (element: PageElement): Edges => {
    if (element.getClientRects().length > 0) return element.getBoundingClientRect();
    // If an element has no box of its own (display: contents), use the box of its content.
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  /**
   * The part of an element that its ancestors do not clip: for example, a hidden carousel slide must not mask the content
   * next to it.
   */
  const visibleEdgesOf = (element: PageElement): Edges => {
    let { left, top, right, bottom } = edgesOf(element);
    let { position } = getComputedStyle(element);
    for (let at = element.parentElement; at !== null && position !== 'fixed'; at = at.parentElement) {
      const style = getComputedStyle(at);
      // Ancestors that are not positioned do not clip an absolutely positioned element.
      if (position === 'absolute' && style.position === 'static') continue;
      position = style.position;
      // Overflow of the root and the body applies to the viewport.
      if (at === document.body || at === document.documentElement || at.offsetWidth === undefined) continue;
      if (style.display === 'inline' || style.display === 'contents') continue;
      const outer = at.getBoundingClientRect();
      if (style.overflowX !== 'visible') {
        left = Math.max(left, outer.left + at.clientLeft);
        right = Math.min(right, outer.left + at.clientLeft + at.clientWidth);
      }
      if (style.overflowY !== 'visible') {
        top = Math.max(top, outer.top + at.clientTop);
        bottom = Math.min(bottom, outer.top + at.clientTop + at.clientHeight);
      }
    }
    return { left, top, right, bottom };
  };
  // Partially covered pixels belong to the box. Fractions smaller than Chromium's layout unit are only rounding errors.
  const unit = 1 / 64;
  const [fromLeft, fromTop] = inViewport ? [0, 0] : [window.scrollX - area.left, window.scrollY - area.top];
  const boxes: Rectangle[] = [];
  for (const element of elements) {
    const edges = visibleEdgesOf(element);
    const left = Math.max(0, Math.floor(edges.left + fromLeft + unit));
    const top = Math.max(0, Math.floor(edges.top + fromTop + unit));
    const width = Math.min(area.width, Math.ceil(edges.right + fromLeft - unit)) - left;
    const height = Math.min(area.height, Math.ceil(edges.bottom + fromTop - unit)) - top;
    if (edges.left >= edges.right || edges.top >= edges.bottom || width <= 0 || height <= 0) continue;
    if (boxes.length === limit) return { boxes, more: true };
    boxes.push({ left, top, width, height });
  }
  return { boxes, more: false };
}
