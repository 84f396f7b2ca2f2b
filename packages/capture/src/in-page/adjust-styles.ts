import { selectorOf } from './selector-of.ts';
import { withParts } from './with-parts.ts';

// Runs in the page (see with-parts.ts).
type PageElement = { parentElement: PageElement | null; children: Iterable<PageElement> };
type Sheet = { replaceSync(css: string): void };
type World = { adjustments?: Sheet };
declare const document: {
  adoptedStyleSheets: object[];
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};
declare const CSSStyleSheet: new () => Sheet;
declare function getComputedStyle(element: PageElement): { position: string };

export type StyleAdjustments = {
  /** Selectors of elements that are not displayed. */
  hide: string[];
  css: string;
  /** Whether to hide elements that are fixed to the viewport. Sticky elements then keep their place in the page. */
  hideFixed: boolean;
};

/**
 * Changes how the document looks, but not its HTML, through an adopted style sheet. A repeated call replaces the sheet,
 * because elements may have become fixed in the meantime, and scripts may have removed the sheet. The document's frames
 * and shadow trees are not changed.
 * @returns the first selector that the browser does not accept; null if it accepts all of them
 */
export const adjustStyles = withParts({ selectorOf }, adjust);

function adjust(
  { selectorOf: selector }: { selectorOf: typeof selectorOf },
  { hide, css, hideFixed }: StyleAdjustments,
): string | null {
  for (const hidden of hide) {
    try {
      document.querySelector(hidden);
    } catch {
      return hidden;
    }
  }
  const world = globalThis as World;
  world.adjustments ??= new CSSStyleSheet();
  const sheet = world.adjustments;
  const rules = [css, ...hide.map((hidden) => `${hidden} { display: none !important }`)].join('\n');
  // Elements that the sheet made static are sticky again.
  sheet.replaceSync(rules);
  if (!document.adoptedStyleSheets.includes(sheet))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  if (!hideFixed) return null;
  // This is limited, because matching selectors among many siblings is slow.
  const maxElements = 2_000;
  const pinned: string[] = [];
  for (const element of document.querySelectorAll('body *')) {
    const { position } = getComputedStyle(element);
    if (position === 'fixed') pinned.push(`${selector(element)} { display: none !important }`);
    else if (position === 'sticky') pinned.push(`${selector(element)} { position: static !important }`);
    if (pinned.length === maxElements) break;
  }
  sheet.replaceSync([rules, ...pinned].join('\n'));
  return null;
}
