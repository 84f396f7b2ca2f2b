// Runs in the page (see with-parts.ts).
type PageElement = object;
declare const document: { adoptedStyleSheets: object[]; documentElement: PageElement | null };
declare const CSSStyleSheet: new () => { replaceSync(css: string): void };
declare function getComputedStyle(element: PageElement): { imageRendering: string };

/**
 * Makes the browser repaint the whole page. After a change, the browser paints only the changed rectangles, and the
 * shades of shapes that cross their edges depend on these rectangles. An inherited property is changed and then restored
 * before the next paint.
 */
export function repaint(): null {
  const { documentElement } = document;
  if (documentElement === null) return null;
  const before = [...document.adoptedStyleSheets];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { image-rendering: pixelated !important }');
  for (const sheets of [[...before, sheet], before]) {
    document.adoptedStyleSheets = sheets;
    // Reading a computed style updates the styles of all elements.
    void getComputedStyle(documentElement).imageRendering;
  }
  return null;
}
