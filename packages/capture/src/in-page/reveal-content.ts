import { selectorOf } from './selector-of.ts';
import { withParts } from './with-parts.ts';

// These functions run in the page (see with-parts.ts), one after the other. They share elements in variables of their
// isolated world, which the page cannot access, and change the page only through adopted style sheets.
type Style = Record<
  Property | 'display' | 'height' | 'maxHeight' | 'minHeight' | 'position' | 'transitionDuration',
  string
>;
type Property = 'clipPath' | 'filter' | 'opacity' | 'transform' | 'visibility';
type PageElement = {
  children: Iterable<PageElement>;
  isConnected: boolean;
  localName: string;
  parentElement: PageElement | null;
  getBoundingClientRect(): { top: number; bottom: number; width: number; height: number };
};
type Sheet = { replaceSync(css: string): void };
type Reveal = {
  hidden: PageElement[];
  /** Elements that changed with a transition during scrolling and that are not transparent. */
  moved: PageElement[];
  heights: Map<PageElement, Pick<Style, 'height' | 'maxHeight' | 'minHeight'>>;
  shown: Map<PageElement, Pick<Style, Property>>;
  sheet: Sheet;
};
declare const document: {
  adoptedStyleSheets: Sheet[];
  querySelectorAll(selector: string): Iterable<PageElement>;
};
declare const CSSStyleSheet: new () => Sheet;
declare const innerHeight: number;
declare const scrollY: number;
declare function requestAnimationFrame(callback: () => void): number;
declare function getComputedStyle(element: PageElement): Style;
type World = { changedWhileScrolling?: Set<PageElement>; reveal?: Reveal };

/**
 * Remembers elements below the first viewport that are transparent although they or an ancestor changed during scrolling.
 * Such elements appear only while they are in the viewport. If there are any, it also remembers the elements that moved
 * with a transition. Returns the number of transparent elements; 0 if the page is too large.
 */
export function rememberHidden(): number {
  const maxElements = 5_000;
  const world = globalThis as World;
  const changed = world.changedWhileScrolling;
  if (!changed || changed.size === 0) return 0;
  const elements = [...document.querySelectorAll('body *')];
  if (elements.length > maxElements) return 0;
  const concerns = (element: PageElement) => {
    let at: PageElement | null = element;
    for (let levels = 0; at !== null && levels < 4; levels++) {
      if (changed.has(at)) return true;
      at = at.parentElement;
    }
    return false;
  };
  const isBelow = (element: PageElement) => {
    const { width, height, bottom } = element.getBoundingClientRect();
    return width > 20 && height > 10 && bottom + scrollY > innerHeight;
  };
  const hidden: PageElement[] = [];
  const moved: PageElement[] = [];
  for (const element of elements) {
    const { opacity, visibility, position, transitionDuration } = getComputedStyle(element);
    if (position === 'fixed') continue;
    if (Number(opacity) >= 0.99 && visibility !== 'hidden') {
      const hasTransition = /[1-9]/.test(transitionDuration);
      if (hasTransition && changed.has(element) && isBelow(element)) moved.push(element);
    } else if (isBelow(element) && concerns(element)) hidden.push(element);
  }
  if (hidden.length === 0) return 0;
  const heights: Reveal['heights'] = new Map();
  for (const element of elements) {
    const { display, height, maxHeight, minHeight, position } = getComputedStyle(element);
    if (position !== 'fixed' && display !== 'inline' && display !== 'none')
      heights.set(element, { height, maxHeight, minHeight });
  }
  world.reveal = { hidden, moved, heights, shown: new Map(), sheet: new CSSStyleSheet() };
  return hidden.length;
}

/**
 * Waits for a viewport of `height`, restores the previous heights of the elements, and then waits for three animation
 * frames.
 */
export const keepHeights = withParts({ selectorOf }, keep);

async function keep(
  { selectorOf: selector }: { selectorOf: typeof selectorOf },
  height: number,
): Promise<null> {
  const { reveal } = globalThis as World;
  // The browser responds to the command that changes the viewport before it has resized the page.
  for (let polls = 0; innerHeight !== height && polls < 100; polls++)
    await new Promise((resolve) => setTimeout(resolve, 5));
  if (!reveal) return null;
  const rules: string[] = [];
  for (const [element, before] of reveal.heights) {
    if (!element.isConnected) continue;
    const now = getComputedStyle(element);
    const names = ['height', 'maxHeight', 'minHeight'] as const;
    if (names.every((name) => now[name] === before[name])) continue;
    rules.push(
      `${selector(element)} { height: ${before.height} !important; min-height: ${before.minHeight} !important; max-height: ${before.maxHeight} !important }`,
    );
  }
  reveal.sheet.replaceSync(rules.slice(0, 1_000).join(' '));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, reveal.sheet];
  // Intersection observers run after a frame.
  for (let frames = 0; frames < 3; frames++)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 100);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  return null;
}

/** Remembers the current look of elements that were hidden or moved. Returns the number of elements that are still hidden. */
export function rememberShown(): number {
  const { reveal } = globalThis as World;
  if (!reveal) return 0;
  reveal.shown.clear();
  /** Returns whether the element is shown. */
  const remember = (element: PageElement) => {
    const { opacity, visibility, transform, filter, clipPath } = getComputedStyle(element);
    if (Number(opacity) < 0.99 || visibility === 'hidden') return false;
    reveal.shown.set(element, { opacity, visibility, transform, filter, clipPath });
    return true;
  };
  for (const element of reveal.moved) if (element.isConnected) remember(element);
  return reveal.hidden.filter((element) => element.isConnected && !remember(element)).length;
}

/** Waits for a viewport of `height`. Restores the elements' own heights and applies their remembered look. */
export const keepShown = withParts({ selectorOf }, show);

async function show(
  { selectorOf: selector }: { selectorOf: typeof selectorOf },
  height: number,
): Promise<null> {
  const { reveal } = globalThis as World;
  if (!reveal) return null;
  const rules = [...reveal.shown].flatMap(
    ([element, { opacity, visibility, transform, filter, clipPath }]) =>
      element.isConnected
        ? [
            `${selector(element)} { opacity: ${opacity} !important; visibility: ${visibility} !important; transform: ${transform} !important;
            filter: ${filter} !important; clip-path: ${clipPath} !important; transition: none !important; animation: none !important }`,
          ]
        : [],
  );
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== reveal.sheet);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join(' '));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (let polls = 0; innerHeight !== height && polls < 100; polls++)
    await new Promise((resolve) => setTimeout(resolve, 5));
  return null;
}
