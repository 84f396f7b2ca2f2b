import { selectorOf } from './selector-of.ts';
import { withParts } from './with-parts.ts';

// Runs in the page (see with-parts.ts).
type PageElement = {
  parentElement: PageElement | null;
  children: Iterable<PageElement>;
  clientWidth: number;
  clientHeight: number;
  scrollHeight: number;
  removeAttribute(name: string): void;
};
declare const document: {
  documentElement: PageElement;
  body: PageElement | null;
  adoptedStyleSheets: object[];
  elementFromPoint(left: number, top: number): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};
declare const innerWidth: number;
declare const innerHeight: number;
declare const CSSStyleSheet: new () => { replaceSync(css: string): void };
declare function getComputedStyle(
  element: PageElement,
): Record<'overflowX' | 'overflowY' | 'position' | 'touchAction', string>;

/**
 * Makes a page scrollable again after a popup has locked it: its root, its body, or the scroll container that covers it.
 * Waits up to `ms` milliseconds for the page to unlock itself.
 * @returns whether the page was locked
 */
export const unlockPage = withParts({ selectorOf }, unlock);

async function unlock(
  { selectorOf: selector }: { selectorOf: typeof selectorOf },
  ms: number,
): Promise<boolean> {
  const isClipped = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const root = document.documentElement;
  // This selector is specific enough to override `html.locked { overflow: hidden !important }`.
  const specific = ':not(#\\30#\\30)';
  const findRules = (): string[] => {
    const { body } = document;
    if (body === null) return [];
    const [ofRoot, ofBody] = [getComputedStyle(root), getComputedStyle(body)];
    const isTall = Math.max(root.scrollHeight, body.scrollHeight) > innerHeight + 1;
    // The viewport uses the body's overflow only if the root's overflow is visible. Otherwise, the body itself scrolls.
    const scrolls = ofRoot.overflowY !== 'visible' && ['auto', 'scroll'].includes(ofBody.overflowY);
    const isFixed = ofBody.position === 'fixed' && !scrolls;
    const overflow = ofRoot.overflowY === 'visible' ? ofBody.overflowY : ofRoot.overflowY;
    const rules: string[] = [];
    if (isTall && (isClipped(overflow) || isFixed)) {
      rules.push(`html${specific} { overflow-y: auto !important; touch-action: auto !important }`);
      const clipX = isClipped(ofBody.overflowX) ? 'overflow-x: clip !important;' : '';
      const place = isFixed ? 'position: static !important; inset: auto !important;' : '';
      rules.push(
        `body${specific} { ${clipX} overflow-y: visible !important; ${place} touch-action: auto !important }`,
      );
    }
    if (rules.length > 0 || isTall) return rules;
    let scroller = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    const isLocked = (one: PageElement) =>
      one.scrollHeight > one.clientHeight + 1 &&
      one.clientWidth * 2 > innerWidth &&
      one.clientHeight >= innerHeight * 0.8 &&
      getComputedStyle(one).overflowY === 'hidden';
    while (scroller !== null && !isLocked(scroller)) scroller = scroller.parentElement;
    return scroller === null ? [] : [`${selector(scroller)}${specific} { overflow-y: auto !important }`];
  };
  const inert = () => [
    ...document.querySelectorAll('body[inert], body > [inert], [inert]:has(main), main[inert]'),
  ];
  const isLocked = () => findRules().length > 0 || inert().length > 0;
  const endsAt = performance.now() + ms;
  while (isLocked() && performance.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, 50));
  const [rules, ignored] = [findRules(), inert()];
  if (rules.length > 0) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules.join('\n'));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  // CSS cannot override this attribute.
  for (const element of ignored) element.removeAttribute('inert');
  return rules.length > 0 || ignored.length > 0;
}
