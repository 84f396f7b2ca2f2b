import { selectorOf } from './selector-of.ts';
import { withParts } from './with-parts.ts';

// Both functions run in the page (see with-parts.ts). They change the page's layout through adopted style sheets, so its
// HTML stays unchanged.
type PageElement = {
  parentElement: PageElement | null;
  children: Iterable<PageElement>;
  clientHeight: number;
  clientWidth: number;
  scrollHeight: number;
  scrollTop: number;
};
declare const document: {
  adoptedStyleSheets: object[];
  elementFromPoint(left: number, top: number): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};
declare const innerWidth: number;
declare const innerHeight: number;
declare const CSSStyleSheet: new () => { replaceSync(css: string): void };
declare function getComputedStyle(
  element: PageElement,
): Record<'backgroundAttachment' | 'contentVisibility' | 'overflowY' | 'position', string>;

type Parts = { selectorOf: typeof selectorOf };

/**
 * For documents that do not scroll: expands the scroll container that covers the center and most of the viewport to the height
 * of its content. Returns whether it found one.
 */
export const expandScroller = withParts({ selectorOf }, expand);

function expand({ selectorOf: selector }: Parts): boolean {
  let scroller = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const scrolls = (element: PageElement) =>
    element.scrollHeight > element.clientHeight + 1 &&
    element.clientWidth * 2 > innerWidth &&
    element.clientHeight * 2 > innerHeight &&
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);
  while (scroller !== null && !scrolls(scroller)) scroller = scroller.parentElement;
  if (scroller === null) return false;
  scroller.scrollTop = 0;
  const rules: string[] = [];
  for (let at: PageElement | null = scroller; at !== null; at = at.parentElement) {
    const { position } = getComputedStyle(at);
    const expanded = 'height: auto !important; max-height: none !important; overflow: visible !important;';
    const place =
      position === 'fixed' || position === 'absolute'
        ? 'position: absolute !important; bottom: auto !important;'
        : '';
    rules.push(`${selector(at)} { ${expanded} ${place} }`);
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join(' '));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return true;
}

/**
 * Renders content that the browser skips far from the viewport (`content-visibility: auto`) and that would otherwise be
 * missing in an image of a larger area. With `fullPage`, backgrounds that are attached to the viewport
 * (`background-attachment: fixed`) move to their elements.
 */
export const showBeyondViewport = withParts({ selectorOf }, show);

function show({ selectorOf: selector }: Parts, fullPage: boolean): null {
  const skipped: PageElement[] = [];
  const attached: PageElement[] = [];
  for (const element of document.querySelectorAll('body, body *')) {
    const { contentVisibility, backgroundAttachment } = getComputedStyle(element);
    if (contentVisibility === 'auto') skipped.push(element);
    if (fullPage && backgroundAttachment.includes('fixed')) attached.push(element);
  }
  // This is limited, because matching selectors among many siblings is slow.
  const select = (elements: PageElement[]) =>
    elements
      .slice(0, 2_000)
      .map((element) => selector(element))
      .join(', ');
  const rules = [
    ...(skipped.length > 0 ? [`${select(skipped)} { content-visibility: visible !important }`] : []),
    ...(attached.length > 0 ? [`${select(attached)} { background-attachment: scroll !important }`] : []),
  ];
  if (rules.length === 0) return null;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join(' '));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return null;
}
