import { selectorOf } from './selector-of.ts';
import { withParts } from './with-parts.ts';

/**
 * Functions that run inside the page, sent there as text, as those of `page-functions.ts`: what they need of the DOM is
 * declared here. They change the page by a style sheet of ours, so that its HTML stays as it is.
 */
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
): Record<'contentVisibility' | 'overflowY' | 'position', string>;

type Parts = { selectorOf: typeof selectorOf };

/**
 * Lets the page's main scroller be as high as what it holds, when the document itself does not scroll: one that has the
 * middle of the window and most of it. True when there was such a scroller.
 */
export const expandScroller = withParts({ selectorOf }, unroll);

function unroll({ selectorOf: selector }: Parts): boolean {
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
    const released = 'height: auto !important; max-height: none !important; overflow: visible !important;';
    const place =
      position === 'fixed' || position === 'absolute'
        ? 'position: absolute !important; bottom: auto !important;'
        : '';
    rules.push(`${selector(at)} { ${released} ${place} }`);
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join(' '));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return true;
}

/**
 * Lets everything be rendered that the browser leaves out while it is far from the window (`content-visibility: auto`),
 * where it would be blank in a picture that reaches further. True when there was any such thing.
 */
export const renderSkippedContent = withParts({ selectorOf }, render);

function render({ selectorOf: selector }: Parts): boolean {
  const skipped = [...document.querySelectorAll('body *')].filter(
    (element) => getComputedStyle(element).contentVisibility === 'auto',
  );
  if (skipped.length === 0) return false;
  const sheet = new CSSStyleSheet();
  // A page can hold any number, and a selector among many siblings takes its time.
  const some = skipped.slice(0, 2_000);
  sheet.replaceSync(
    `${some.map((element) => selector(element)).join(', ')} { content-visibility: visible !important }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return true;
}
