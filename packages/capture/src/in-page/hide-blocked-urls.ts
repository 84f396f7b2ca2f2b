import { selectorOf } from './selector-of.ts';
import { withParts } from './with-parts.ts';

// Runs in the page (see with-parts.ts).
type PageElement = {
  parentElement: PageElement | null;
  children: Iterable<PageElement>;
  localName: string;
  currentSrc?: string;
  src?: string;
};
type Sheet = { replaceSync(css: string): void };
type World = { blocked?: Sheet };
declare const document: {
  adoptedStyleSheets: object[];
  querySelectorAll(selector: string): Iterable<PageElement>;
};
declare const CSSStyleSheet: new () => Sheet;

/**
 * Hides the images and frames with the given URLs, and with `images` all requested images. They would otherwise show a
 * broken-image icon or the browser's error page. The layout and the HTML do not change. A repeated call replaces the
 * style sheet.
 */
export const hideBlockedUrls = withParts({ selectorOf }, hide);

function hide(
  { selectorOf: selector }: { selectorOf: typeof selectorOf },
  urls: string[],
  images: boolean,
): null {
  // This is limited, because matching selectors among many siblings is slow.
  const maxElements = 2_000;
  const blocked = new Set(urls);
  const rules: string[] = [];
  for (const element of document.querySelectorAll('img, input[type="image" i], iframe')) {
    const url = element.currentSrc || element.src || '';
    if (!/^https?:/.test(url)) continue;
    if (!(images && element.localName !== 'iframe') && !blocked.has(url.split('#', 1)[0]!)) continue;
    if (rules.push(`${selector(element)} { visibility: hidden !important }`) === maxElements) break;
  }
  const world = globalThis as World;
  world.blocked ??= new CSSStyleSheet();
  world.blocked.replaceSync(rules.join('\n'));
  if (!document.adoptedStyleSheets.includes(world.blocked))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, world.blocked];
  return null;
}
