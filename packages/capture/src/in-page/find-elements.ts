// Both functions run in the page (see with-parts.ts).
type PageElement = {
  getBoundingClientRect(): { left: number; top: number; right: number; bottom: number };
  scrollIntoView(options: { block: string; inline: string; behavior: string }): void;
};
declare const document: {
  querySelector(selector: string): PageElement | null;
};
declare const window: {
  scrollX: number;
  scrollY: number;
  scrollTo(options: { left: number; top: number; behavior: string }): void;
};
declare const MutationObserver: new (
  callback: () => void,
) => { observe(target: unknown, options: Record<string, boolean>): void; disconnect(): void };

export type Appearance = 'found' | 'absent' | 'invalid';

/** Waits up to `ms` milliseconds for the first element that matches a CSS selector. */
export function selectorAppears(selector: string, ms: number): Appearance | Promise<Appearance> {
  const present = () => document.querySelector(selector) !== null;
  try {
    if (present()) return 'found';
  } catch {
    return 'invalid';
  }
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (present()) end('found');
    });
    const timer = setTimeout(() => end(present() ? 'found' : 'absent'), ms);
    const end = (result: Appearance) => {
      clearTimeout(timer);
      observer.disconnect();
      resolve(result);
    };
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  });
}

/**
 * Returns the edges of the first element that matches a CSS selector, in CSS pixels relative to scroll position 0, 0.
 * Scrolls the scroll containers inside the page to the element. The page itself keeps its scroll position, so that sticky
 * elements do not cover the element.
 */
export function elementEdges(
  selector: string,
): 'absent' | 'invalid' | { left: number; top: number; right: number; bottom: number } {
  let element: PageElement | null;
  try {
    element = document.querySelector(selector);
  } catch {
    return 'invalid';
  }
  if (element === null) return 'absent';
  const { scrollX, scrollY } = window;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (window.scrollX !== scrollX || window.scrollY !== scrollY)
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY, right: right + scrollX, bottom: bottom + scrollY };
}
