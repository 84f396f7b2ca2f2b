/**
 * A function that runs inside the page, sent there as text, as those of `page-functions.ts`: what it needs of the DOM is
 * declared here.
 */
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
type Answer = { requestStart: number; startTime: number; responseEnd: number };
declare const performance: { now(): number; getEntriesByType(type: 'navigation' | 'resource'): Answer[] };
declare function scrollTo(options: { left: number; top: number; behavior: string }): void;
declare function requestAnimationFrame(callback: () => void): number;
declare const MutationObserver: new (
  callback: () => void,
) => { observe(target: unknown, options: object): void; disconnect(): void };

/** `through`: how far down the page was shown, in CSS pixels; `height`: how high it was at the end. */
export type ScrollResult = { through: number; height: number; ranOut: boolean };

/**
 * Shows the page's rows from `from` to `to` in the window, a part at a time, so that it loads and builds what it keeps
 * back until then, waits for that, and goes back to where it was, or with `whole` to its upper edge. It ends after `ms`,
 * whatever the page does.
 */
export async function scrollThrough(
  from: number,
  to: number,
  whole: boolean,
  ms: number,
): Promise<ScrollResult> {
  const endsAt = performance.now() + ms;
  const remaining = () => endsAt - performance.now();
  const frame = () =>
    new Promise<void>((resolve) => {
      // A page that is not drawn has no frames.
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

  const waiting = () => [...document.images].filter((image) => !image.complete);
  // What did not come before the scrolling was not waited for on purpose.
  const abandoned = new Set(waiting().filter((image) => image.loading !== 'lazy'));
  /** Images that the scrolling can have asked for. */
  const coming = () =>
    waiting().some((image) => {
      if (abandoned.has(image) || (image.src === '' && image.srcset === '')) return false;
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
  let loaded = performance.getEntriesByType('resource').length;
  /** A request that a script has made shows only when it is answered: as long as the slowest of the last answers took. */
  const patience = () => {
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource').slice(-20),
    ];
    const slowest = entries.map((entry) => entry.responseEnd - (entry.requestStart || entry.startTime));
    return Math.min(1_000, Math.max(200, 1.5 * Math.max(0, ...slowest)));
  };
  /** Until nothing has been built or loaded for a moment. Neither a page that is never quiet nor an image waits long. */
  const quiet = async () => {
    const start = performance.now();
    changed();
    while (remaining() > 0) {
      const now = performance.now();
      const count = performance.getEntriesByType('resource').length;
      if (count !== loaded) changed();
      loaded = count;
      const imagesCome = coming();
      if (now - start >= (imagesCome ? 3_000 : 2_000)) return;
      if (!imagesCome && now - changedAt >= patience()) return;
      await pause(Math.min(25, remaining()));
    }
  };

  let top = Math.max(0, Math.floor(from));
  let through = top;
  for (;;) {
    while (remaining() > 0 && through < Math.min(to, pageHeight())) {
      show(before.left, top);
      through = top + innerHeight;
      // What stands on the edge of one part is whole in the next, as long as there is time for that.
      const parts = (Math.min(to, pageHeight()) - top) / innerHeight;
      const hurried = remaining() < parts * 50;
      top += Math.max(1, Math.floor(hurried ? innerHeight : innerHeight * 0.75));
      await frame();
      // A script that hears of the scrolling in one frame shows what it made of it in the next.
      if (!hurried) await frame();
    }
    if (remaining() <= 0) break;
    await quiet();
    // It was no end: the page has grown.
    if (through >= Math.min(to, pageHeight()) || remaining() <= 0) break;
  }
  const ranOut = remaining() <= 0;
  if (whole) show(0, 0);
  else show(before.left, before.top);
  await frame();
  await frame();
  observer.disconnect();
  return { through, height: pageHeight(), ranOut };
}
