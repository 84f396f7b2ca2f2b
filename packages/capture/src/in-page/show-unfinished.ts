// Runs in the page (see with-parts.ts).
type Box = { left: number; top: number; right: number; bottom: number; width: number; height: number };
type PageElement = {
  className: unknown;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Box;
  getClientRects(): { length: number };
};
type Image = PageElement & {
  complete: boolean;
  currentSrc: string;
  loading: string;
  naturalWidth: number;
  src: string;
  srcset: string;
};
type Frame = PageElement & {
  contentDocument: { URL: string; readyState: string } | null;
  loading: string;
  src: string;
};
declare const document: { images: Iterable<Image>; querySelectorAll(selector: string): Iterable<Frame> };
declare const location: { href: string };
declare const URL: (new (
  url: string,
  base: string,
) => { href: string }) & {
  canParse(url: string, base: string): boolean;
};
declare const innerWidth: number;
declare const innerHeight: number;
declare const scrollX: number;
declare const scrollY: number;
declare function getComputedStyle(element: PageElement): { backgroundImage: string };
declare function scrollTo(options: { left: number; top: number; behavior: string }): void;

export type Unfinished = {
  /** URLs, at most 2,000. An entry is empty if its image has no valid URL. */
  images: string[];
  frames: string[];
  /** Distance from the top of the page to the element that was scrolled to; null if everything has loaded. */
  top: number | null;
  /** Whether the browser has requested the content that was scrolled to. */
  requested: boolean;
  /** The previous scroll position. */
  position: { left: number; top: number };
  /** Distance from the top of the page to the lower edge of the viewport. */
  bottom: number;
};

type Search = {
  /** Edges of the area, relative to scroll position 0, 0. */
  from: number;
  to: number;
  /** Ignores images that are not lazy and images that have not been requested. */
  onlyLazy: boolean;
  onlyRequested: boolean;
  /** Scrolls to the first unfinished element if it is not in the upper part of the viewport. */
  scroll: boolean;
};

/** Finds images and frames that have not loaded, including images that a script loads later (`data-src`). */
export function showUnfinished({ from, to, onlyLazy, onlyRequested, scroll }: Search): Unfinished {
  const maxUrls = 2_000;
  const maxUrlLength = 2_000;
  const sources = ['data-src', 'data-srcset', 'data-lazy-src', 'data-lazy', 'data-original'];
  const source = (image: Image) => sources.map((name) => image.getAttribute(name)).find((value) => value);
  /** Whether the image still has to be loaded by a library: no request was sent, and a placeholder is shown. */
  const waitsForScript = (image: Image) =>
    image.complete &&
    image.naturalWidth <= 1 &&
    (source(image) !== undefined || /(^|\s)lazyload(ing)?(\s|$)/.test(String(image.className)));
  const absolute = (url: string) => {
    const first = url.trim().split(/\s/)[0] ?? '';
    return first.length <= maxUrlLength && URL.canParse(first, location.href)
      ? new URL(first, location.href).href
      : '';
  };
  const found: { top: number; requested: boolean }[] = [];
  const inArea = (element: PageElement) => {
    if (element.getClientRects().length === 0) return false;
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const pixel = (width > 0 && width <= 1) || (height > 0 && height <= 1);
    return !pixel && right >= 0 && left <= innerWidth && bottom + scrollY >= from && top + scrollY <= to;
  };
  const add = (element: PageElement, requested: boolean) => {
    found.push({ top: element.getBoundingClientRect().top + scrollY, requested });
  };

  const images: string[] = [];
  for (const image of document.images) {
    const waits = !onlyRequested && waitsForScript(image);
    const loads = !image.complete && (image.src !== '' || image.srcset !== '');
    if (!waits && !loads) continue;
    if (onlyLazy && !waits && image.loading !== 'lazy') continue;
    if (!inArea(image)) continue;
    add(image, loads);
    if (images.length < maxUrls)
      images.push(absolute(waits ? (source(image) ?? '') : image.currentSrc || image.src));
  }
  // Backgrounds and frames that a script loads later.
  const others =
    '.lazyload:not(img), .lazyloading:not(img), [data-bg]:not(img), [data-background-image]:not(img)';
  for (const element of onlyRequested ? [] : document.querySelectorAll(others)) {
    const url = element.getAttribute('data-bg') ?? element.getAttribute('data-background-image') ?? '';
    const arrived = url !== '' && getComputedStyle(element).backgroundImage !== 'none';
    if (arrived || !inArea(element)) continue;
    add(element, false);
    if (images.length < maxUrls) images.push(absolute(url));
  }
  const frames: string[] = [];
  for (const frame of document.querySelectorAll('iframe[src]')) {
    const { contentDocument, src } = frame;
    // A document of another origin cannot be read, so its frame is considered finished once the document has loaded.
    if (!/^https?:/.test(src) || contentDocument === null) continue;
    if (contentDocument.URL !== 'about:blank' && contentDocument.readyState === 'complete') continue;
    if ((onlyLazy && frame.loading !== 'lazy') || !inArea(frame)) continue;
    add(frame, true);
    if (frames.length < maxUrls) frames.push(absolute(src));
  }
  const position = { left: scrollX, top: scrollY };
  let first: { top: number; requested: boolean } | null = null;
  for (const one of found) if (first === null || one.top < first.top) first = one;
  if (first !== null && scroll && (first.top < scrollY || first.top > scrollY + 0.6 * innerHeight))
    scrollTo({ left: scrollX, top: Math.max(0, first.top - innerHeight / 5), behavior: 'instant' });
  return {
    images,
    frames,
    top: first?.top ?? null,
    requested: first?.requested ?? false,
    position,
    bottom: scrollY + innerHeight,
  };
}
