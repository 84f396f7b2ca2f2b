// Runs in the page (see with-parts.ts).
type Image = {
  checkVisibility?(options: { opacityProperty: boolean; visibilityProperty: boolean }): boolean;
  complete: boolean;
  currentSrc: string;
  getBoundingClientRect(): {
    left: number;
    top: number;
    right: number;
    bottom: number;
    width: number;
    height: number;
  };
  naturalWidth: number;
};
declare const document: { images: Iterable<Image> };
declare const innerWidth: number;
declare const scrollY: number;

/**
 * Returns the `urls` whose visible images between two edges could not be drawn. The edges are relative to scroll position
 * 0, 0. Images of one pixel are skipped, because sites use them only to count requests.
 */
export function findBrokenImages(urls: string[], from: number, to: number): string[] {
  const maxImages = 2_000;
  const known = new Set(urls);
  const broken: string[] = [];
  for (const image of document.images) {
    const url = image.currentSrc.replace(/#.*/, '');
    if (!image.complete || image.naturalWidth > 0 || !known.has(url)) continue;
    const { left, top, right, bottom, width, height } = image.getBoundingClientRect();
    if (width <= 1 || height <= 1 || right < 0 || left > innerWidth) continue;
    if (bottom + scrollY < from || top + scrollY > to) continue;
    if (image.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) === false) continue;
    if (broken.push(url) === maxImages) break;
  }
  return broken;
}
