/**
 * A function that runs inside the page, sent there as text, as those of `page-functions.ts`: what it needs of the DOM is
 * declared here.
 */
type Edges = { left: number; top: number; right: number; bottom: number };
type Style = Record<'display' | 'overflowX' | 'overflowY' | 'position', string>;
type PageElement = {
  clientLeft: number;
  clientTop: number;
  clientWidth: number;
  clientHeight: number;
  /** Only HTML elements have it. */
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
 * Where the elements that match any of the selectors are drawn, in whole pixels from `area`'s left upper corner and
 * clipped to it; at most `most` of them. `area` is in CSS pixels of the page; with `inWindow`, from the window's corner.
 */
export function ignoredBoxes(
  selectors: string[],
  area: Rectangle,
  inWindow: boolean,
  most: number,
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
    // An element without a box of its own (display: contents) is where its content is.
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  /** What of an element its ancestors show: a slide beside its carousel must not hide the page there. */
  const shownOf = (element: PageElement): Edges => {
    let { left, top, right, bottom } = edgesOf(element);
    let { position } = getComputedStyle(element);
    for (let at = element.parentElement; at !== null && position !== 'fixed'; at = at.parentElement) {
      const style = getComputedStyle(at);
      // An absolute element stands outside those that are not positioned.
      if (position === 'absolute' && style.position === 'static') continue;
      position = style.position;
      // What the root and the body cut off is cut at the window or the page.
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
  // Pixels that are covered in part belong to the box; less than Chromium's unit of layout is an error of rounding.
  const unit = 1 / 64;
  const [fromLeft, fromTop] = inWindow ? [0, 0] : [window.scrollX - area.left, window.scrollY - area.top];
  const boxes: Rectangle[] = [];
  for (const element of elements) {
    const edges = shownOf(element);
    const left = Math.max(0, Math.floor(edges.left + fromLeft + unit));
    const top = Math.max(0, Math.floor(edges.top + fromTop + unit));
    const width = Math.min(area.width, Math.ceil(edges.right + fromLeft - unit)) - left;
    const height = Math.min(area.height, Math.ceil(edges.bottom + fromTop - unit)) - top;
    if (edges.left >= edges.right || edges.top >= edges.bottom || width <= 0 || height <= 0) continue;
    if (boxes.length === most) return { boxes, more: true };
    boxes.push({ left, top, width, height });
  }
  return { boxes, more: false };
}
