// Runs in the page (see with-parts.ts).
type PageElement = {
  getBoundingClientRect(): { top: number; bottom: number; width: number; height: number };
};
declare const document: { querySelectorAll(selector: string): Iterable<PageElement> };
declare const scrollY: number;
declare function getComputedStyle(element: PageElement): { backgroundImage: string };

/**
 * Returns the `urls` that are backgrounds of elements between two edges. The edges are relative to scroll position 0, 0.
 * Elements of one pixel are skipped, because sites use them only to count requests.
 */
export function findBackgrounds(urls: string[], from: number, to: number): string[] {
  const maxElements = 5_000;
  const left = new Set(urls);
  let seen = 0;
  for (const element of document.querySelectorAll('body, body *')) {
    seen += 1;
    if (seen > maxElements || left.size === 0) break;
    const { backgroundImage } = getComputedStyle(element);
    if (!backgroundImage.includes('url(')) continue;
    const { top, bottom, width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1) continue;
    if (bottom + scrollY < from || top + scrollY > to) continue;
    for (const url of left) if (backgroundImage.includes(`url("${url}")`)) left.delete(url);
  }
  return urls.filter((url) => !left.has(url));
}
