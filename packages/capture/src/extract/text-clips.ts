import type { Box, PageDocument, PageElement, Style } from './text-dom.ts';

declare function getComputedStyle(element: PageElement): Style;
declare const Element: { prototype: Pick<PageElement, 'getBoundingClientRect'> };

/**
 * Clip boxes: `clip` for content in the flow, `outer` for absolutely positioned content, and `fixed` for fixed content.
 */
export type Clips = { clip: Box; outer: Box; fixed: Box; page: PageDocument };
/**
 * Computes the areas of the page in which an element's text can be visible. A part of `visibleText`, which runs in the
 * page.
 */
export function textClips() {
  const everywhere: Box = {
    left: Number.NEGATIVE_INFINITY,
    top: Number.NEGATIVE_INFINITY,
    right: Number.POSITIVE_INFINITY,
    bottom: Number.POSITIVE_INFINITY,
  };
  const nowhere: Box = { left: 0, top: 0, right: 0, bottom: 0 };
  /** Form controls can shadow the methods of their form. */
  const boxOf = (element: PageElement) => Element.prototype.getBoundingClientRect.call(element);
  const empty = ({ left, top, right, bottom }: Box) => right <= left || bottom <= top;
  const intersection = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });

  const shows = (box: Box, clip: Box) => !empty(box) && !empty(intersection(box, clip));
  const clippedAway = (style: Style): boolean => {
    const rect = /^rect\(([-\d.]+)px,? ([-\d.]+)px,? ([-\d.]+)px,? ([-\d.]+)px\)$/.exec(style.clip);
    if (rect && (style.position === 'absolute' || style.position === 'fixed')) {
      const [top = 0, right = 0, bottom = 0, left = 0] = rect.slice(1).map(Number);
      if (right - left <= 1 || bottom - top <= 1) return true;
    }
    return /^(inset\((5\d|[6-9]\d|100)(\.\d+)?%|circle\(0)/.test(style.clipPath);
  };
  const contentClips = (element: PageElement, style: Style, clips: Clips): Clips => {
    const { position, overflowX, overflowY, display } = style;
    let { clip, outer } = clips;
    if (position === 'absolute') clip = outer;
    if (position === 'fixed') clip = clips.fixed;
    const { page } = clips;
    const isRoot = element === page.body || element === page.documentElement;
    if (clippedAway(style)) clip = nowhere;
    else if (!isRoot && !display.startsWith('inline ') && display !== 'inline' && display !== 'contents') {
      const box = boxOf(element);
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
      if ((hides(overflowX) || hides(overflowY)) && (box.width <= 1 || box.height <= 1)) clip = nowhere;
      else if (overflowX !== 'visible' || overflowY !== 'visible') {
        const shown = intersection(clip, box);
        // The user can scroll to the content of a visible scroll container.
        if (empty(shown)) clip = nowhere;
        else
          clip = {
            left: scrolls(overflowX) ? everywhere.left : overflowX === 'visible' ? clip.left : shown.left,
            right: scrolls(overflowX) ? everywhere.right : overflowX === 'visible' ? clip.right : shown.right,
            top: scrolls(overflowY) ? everywhere.top : overflowY === 'visible' ? clip.top : shown.top,
            bottom: scrolls(overflowY)
              ? everywhere.bottom
              : overflowY === 'visible'
                ? clip.bottom
                : shown.bottom,
          };
      }
    }
    if (position !== 'static' || clippedAway(style)) outer = clip;
    return { ...clips, clip, outer };
  };

  const documentClips = (page: PageDocument): Clips => {
    const { scrollX = 0, scrollY = 0 } = page.defaultView ?? {};
    const root = page.documentElement;
    const fromRight = root !== null && getComputedStyle(root).direction === 'rtl';
    // The user cannot scroll to content before the start of the page.
    const clip = {
      ...everywhere,
      top: -scrollY,
      left: fromRight ? everywhere.left : -scrollX,
      right: fromRight ? (root?.clientWidth ?? 0) - scrollX : everywhere.right,
    };
    return { clip, outer: clip, fixed: clip, page };
  };
  return { documentClips, contentClips, shows, empty, boxOf };
}
