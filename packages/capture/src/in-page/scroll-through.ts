// Runs in the page (see with-parts.ts).
type Image = {
  complete: boolean;
  loading: string;
  src: string;
  srcset: string;
  getBoundingClientRect(): { left: number; top: number; right: number; bottom: number; width: number };
};
declare const document: {
  documentElement: { scrollHeight: number } | null;
  scrollingElement: { scrollHeight: number } | null;
  images: Iterable<Image>;
};
declare const innerWidth: number;
declare const innerHeight: number;
declare const scrollX: number;
declare const scrollY: number;
type Timing = { requestStart: number; startTime: number; responseEnd: number };
declare const performance: { now(): number; getEntriesByType(type: 'navigation' | 'resource'): Timing[] };
declare function scrollTo(options: { left: number; top: number; behavior: string }): void;
declare function requestAnimationFrame(callback: () => void): number;
declare const MutationObserver: new (
  callback: () => void,
) => { observe(target: unknown, options: object): void; disconnect(): void };

/** In CSS pixels: the page was shown down to `through`; its height was `height` at the end. */
export type ScrollResult = { through: number; height: number; timedOut: boolean };

/**
 * Scrolls through the page from `from` to `to` in steps, so that lazy content loads, and waits for that content. Then restores
 * the scroll position, or with `fullPage` scrolls to the top. Ends after `ms` milliseconds at the latest.
 */
export async function scrollThrough(
  from: number,
  to: number,
  fullPage: boolean,
  ms: number,
): Promise<ScrollResult> {
  const endsAt = performance.now() + ms;
  const remaining = () => endsAt - performance.now();
  const frame = () =>
    new Promise<void>((resolve) => {
      // A page that is not painted has no animation frames.
      const timer = setTimeout(resolve, 100);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  const pause = (pauseMs: number) => new Promise<void>((resolve) => setTimeout(resolve, pauseMs));
  const pageHeight = () => (document.scrollingElement ?? document.documentElement)?.scrollHeight ?? 0;
  const show = (left: number, top: number) => scrollTo({ left, top, behavior: 'instant' });
  const before = { left: scrollX, top: scrollY };

  const incomplete = () => [...document.images].filter((image) => !image.complete);
  // Images that were incomplete before the scrolling are not waited for: the load condition did not require them.
  const excluded = new Set(incomplete().filter((image) => image.loading !== 'lazy'));
  /** Whether images are loading that the scrolling may have requested. */
  const imagesLoading = () =>
    incomplete().some((image) => {
      if (excluded.has(image) || (image.src === '' && image.srcset === '')) return false;
      const { left, top, right, bottom, width } = image.getBoundingClientRect();
      return (
        (width > 0 || image.loading !== 'lazy') &&
        right >= 0 &&
        left <= innerWidth &&
        bottom + scrollY >= from &&
        top + scrollY <= to
      );
    });
  let changedAt = performance.now();
  const changed = () => {
    changedAt = performance.now();
  };
  const observer = new MutationObserver(changed);
  observer.observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['class', 'src', 'srcset'],
  });
  let resources = performance.getEntriesByType('resource').length;
  /**
   * Requests of scripts are listed only after their response. So the quiet period depends on the slowest of the recent
   * responses.
   */
  const quietMs = () => {
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource').slice(-20),
    ];
    const slowest = entries.map((entry) => entry.responseEnd - (entry.requestStart || entry.startTime));
    return Math.min(1_000, Math.max(200, 1.5 * Math.max(0, ...slowest)));
  };
  /** Waits until nothing has loaded or changed for `quietMs`; at most 2 s, or 3 s while images load. */
  const waitUntilQuiet = async () => {
    const start = performance.now();
    changed();
    while (remaining() > 0) {
      const now = performance.now();
      const count = performance.getEntriesByType('resource').length;
      if (count !== resources) changed();
      resources = count;
      const loadingImages = imagesLoading();
      if (now - start >= (loadingImages ? 3_000 : 2_000)) return;
      if (!loadingImages && now - changedAt >= quietMs()) return;
      await pause(Math.min(25, remaining()));
    }
  };

  let top = Math.max(0, Math.floor(from));
  let through = top;
  for (;;) {
    while (remaining() > 0 && through < Math.min(to, pageHeight())) {
      show(before.left, top);
      through = top + innerHeight;
      // Steps overlap if time allows, so that content on the edge of one step is wholly visible in the next.
      const steps = (Math.min(to, pageHeight()) - top) / innerHeight;
      const hurried = remaining() < steps * 50;
      top += Math.max(1, Math.floor(hurried ? innerHeight : innerHeight * 0.75));
      await frame();
      // Scroll listeners run in one frame; their changes are painted in the next.
      if (!hurried) await frame();
    }
    if (remaining() <= 0) break;
    await waitUntilQuiet();
    // Continues if the page has grown.
    if (through >= Math.min(to, pageHeight()) || remaining() <= 0) break;
  }
  const timedOut = remaining() <= 0;
  if (fullPage) show(0, 0);
  else show(before.left, before.top);
  await frame();
  await frame();
  observer.disconnect();
  return { through, height: pageHeight(), timedOut };
}
