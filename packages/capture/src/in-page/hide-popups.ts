import { findPopups, fixedElements, isShown, type PageElement } from './consent-popups.ts';
import { selectorOf } from './selector-of.ts';
import { withParts } from './with-parts.ts';

// Runs in the page (see with-parts.ts). The HTML of the page stays unchanged.
type Root = ReturnType<PageElement['getRootNode']>;
declare const document: Root & { body: PageElement | null };
declare const innerWidth: number;
declare const innerHeight: number;
declare const CSSStyleSheet: new () => { replaceSync(css: string): void };

const parts = { findPopups, fixedElements, isShown, selectorOf };
type Parts = typeof parts;

/** `absent`: no popup is visible. `visible`: a popup could not be hidden, or there is nothing behind it. */
export type HideResult = 'hidden' | 'absent' | 'visible';

/**
 * Hides the popups that ask for consent, and the overlays that darken the page behind them.
 * @param selectors of the vendor's rule
 */
export const hidePopups = withParts(parts, hide);

function hide(
  { findPopups: find, fixedElements: fixed, isShown: shown, selectorOf: selector }: Parts,
  selectors: string[],
): HideResult {
  const notPopup = 'html, body, main, [role=main]';
  const sheets: { root: Root; sheet: object }[] = [];
  const hideIn = (root: Root, selected: string) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${selected} { display: none !important }`);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    sheets.push({ root, sheet });
  };
  const hideElement = (element: PageElement) => {
    const root = element.getRootNode();
    if (root === document) return hideIn(root, selector(element));
    let top = element;
    while (top.parentElement !== null) top = top.parentElement;
    const place = `:host > :nth-child(${[...root.children].indexOf(top) + 1})`;
    hideIn(root, selector(element).replace(':root', place));
  };
  const hidden: PageElement[] = [];
  for (const selected of selectors) {
    let elements: PageElement[];
    try {
      elements = [...document.querySelectorAll(selected)];
    } catch {
      continue;
    }
    if (elements.some((one) => one.matches(notPopup) || one.querySelector('main, [role=main]'))) continue;
    // Some elements are still fading in.
    hidden.push(...elements.filter((one) => one.checkVisibility({})));
    hideIn(document, selected);
  }
  for (const popup of find({ fixedElements: fixed })) {
    hidden.push(popup);
    hideElement(popup);
  }
  if (hidden.length === 0) return 'absent';
  const isBackdrop = (element: PageElement) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const covers = left <= 1 && top <= 1 && right >= innerWidth - 1 && bottom >= innerHeight - 1;
    const content = 'img, svg, video, canvas, iframe, object, input, button';
    return covers && element.innerText?.trim() === '' && element.querySelector(content) === null;
  };
  for (let layers = 0; layers < 3; layers += 1) {
    const backdrops = fixed().filter((one) => one.shadowRoot === null && isBackdrop(one));
    if (backdrops.length === 0) break;
    backdrops.forEach(hideElement);
  }
  const pictures = [...document.querySelectorAll('img, svg, video, canvas, iframe')].slice(0, 100);
  if (document.body?.innerText?.trim() === '' && !pictures.some(shown)) {
    for (const { root, sheet } of sheets)
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
    return 'visible';
  }
  return hidden.some(shown) ? 'visible' : 'hidden';
}
