// Runs in the page (see with-parts.ts).
declare const document: {
  documentElement: { scrollHeight: number } | null;
  scrollingElement: { scrollHeight: number } | null;
};
declare const innerHeight: number;
declare const scrollX: number;
declare const scrollY: number;
declare function scrollTo(options: { left: number; top: number; behavior: string }): void;
declare function requestAnimationFrame(callback: () => void): number;
declare const MutationObserver: new (
  callback: (records: { target: object }[]) => void,
) => { observe(target: unknown, options: object): void };

/** A variable of the isolated world: elements whose class or style changed during scrolling (see reveal-content.ts). */
type World = { changedWhileScrolling?: Set<object> };

/**
 * In CSS pixels. `through`: the position down to which the page was shown. `height`: page height at the end. `before`:
 * previous scroll position.
 */
export type ScrollResult = {
  through: number;
  height: number;
  before: { left: number; top: number };
  timedOut: boolean;
};

/**
 * Scrolls through the page from `from` to `to` in steps, so that lazy content starts to load. Remains at the last step.
 * Takes at most `ms` milliseconds.
 */
export async function scrollThrough(from: number, to: number, ms: number): Promise<ScrollResult> {
  const maxSeen = 10_000;
  const endsAt = performance.now() + ms;
  const remaining = () => endsAt - performance.now();
  const frame = () =>
    new Promise<void>((resolve) => {
      // A page that is not painted does not run animation frames.
      const timer = setTimeout(resolve, 100);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  const pageHeight = () => (document.scrollingElement ?? document.documentElement)?.scrollHeight ?? 0;
  const show = (left: number, top: number) => scrollTo({ left, top, behavior: 'instant' });
  const before = { left: scrollX, top: scrollY };

  const world = globalThis as World;
  if (!world.changedWhileScrolling) {
    const seen = new Set<object>();
    world.changedWhileScrolling = seen;
    const observer = new MutationObserver((records) => {
      for (const { target } of records) if (seen.size < maxSeen) seen.add(target);
    });
    observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['class', 'style'] });
  }

  let top = Math.max(0, Math.floor(from));
  let through = top;
  while (remaining() > 0 && through < Math.min(to, pageHeight())) {
    show(before.left, top);
    through = Math.min(top + innerHeight, pageHeight());
    // If there is enough time, steps overlap, so that content on the edge of one step is completely visible in the next.
    const steps = (Math.min(to, pageHeight()) - top) / innerHeight;
    const hurried = remaining() < steps * 50;
    top += Math.max(1, Math.floor(hurried ? innerHeight : innerHeight * 0.75));
    await frame();
    // Scroll listeners run in one frame, and their changes are painted in the next.
    if (!hurried) await frame();
  }
  return { through, height: pageHeight(), before, timedOut: remaining() <= 0 };
}
