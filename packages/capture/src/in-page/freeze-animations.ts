/**
 * Functions that run inside the page, sent there as text, as those of `page-functions.ts`: what they need of the DOM is
 * declared here.
 */
type PageElement = {
  localName: string;
  scrollHeight: number;
  shadowRoot: Root | null;
  contentDocument?: Root | null;
};
type Video = PageElement & {
  currentTime: number;
  paused: boolean;
  readyState: number;
  seeking: boolean;
  pause(): void;
  addEventListener(name: string, listener: () => void, options: { once: boolean }): void;
};
type Animation = {
  currentTime: unknown;
  playState: string;
  playbackRate: number;
  timeline: object | null;
  effect: {
    getComputedTiming(): { endTime: unknown; delay: unknown };
  } | null;
  finish(): void;
  pause(): void;
};
type Root = {
  activeElement: PageElement | null;
  adoptedStyleSheets: object[];
  defaultView?: (typeof globalThis & { CSSStyleSheet: SheetConstructor }) | null;
  getAnimations?(): Animation[];
  querySelectorAll(selector: string): Iterable<PageElement>;
  timeline?: object;
  nodeType: number;
};
type SheetConstructor = new () => { replaceSync(css: string): void };
declare const document: Root & {
  body: PageElement | null;
  documentElement: PageElement | null;
  scrollingElement: PageElement | null;
  fonts?: { status: string; ready: Promise<unknown> };
  querySelector(selector: string): PageElement | null;
  timeline: object;
};
declare const innerHeight: number;
declare const scrollX: number;
declare const scrollY: number;
declare function scrollTo(options: { left: number; top: number; behavior: string }): void;
declare const CSS: { percent(value: number): unknown };
declare const CSSStyleSheet: SheetConstructor;
declare const ViewTimeline: (new () => object) | undefined;
declare function requestAnimationFrame(callback: () => void): number;

/** What a page looks like once it is still. `lazy`: it has content that may wait until it is scrolled to. */
export type FrozenPage = { lazy: boolean; tall: boolean };

/**
 * Waits for the fonts on their way, and brings to rest what moves by itself, in the document, its open shadow trees and
 * its frames of the same origin, so that the same page gives the same picture again:
 * - an animation or transition that ends is at its end; one that does not is at its start;
 * - one that follows an element through the window is where the element is in the middle of it, with `whole`;
 * - videos are at their first frame;
 * - the caret is not drawn.
 * With `whole`, also scrolls back to the page's upper edge.
 *
 * A page without any of these costs a look at its elements.
 */
export async function freezeAnimations(whole: boolean): Promise<FrozenPage> {
  const frame = () =>
    new Promise<void>((resolve) => {
      // A page that is not drawn has no frames.
      const timer = setTimeout(resolve, 100);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  const roots: Root[] = [];
  const collect = (root: Root) => {
    roots.push(root);
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) collect(element.shadowRoot);
      const { localName } = element;
      if ((localName === 'iframe' || localName === 'frame') && element.contentDocument)
        collect(element.contentDocument);
    }
  };
  /** Whether anything had to be moved. */
  const still = (animation: Animation, ownTimeline: object | undefined): boolean => {
    const { timeline, effect } = animation;
    if (!effect || timeline === null) return false;
    try {
      if (typeof ViewTimeline !== 'undefined' && timeline instanceof ViewTimeline) {
        if (!whole || animation.playState === 'paused') return false;
        animation.pause();
        animation.currentTime = CSS.percent(50);
        return true;
      }
      // Another timeline is the page's scrolling, which stands still.
      if (ownTimeline !== undefined && timeline !== ownTimeline) return false;
      if (animation.playState !== 'running') return false;
      const { endTime, delay } = effect.getComputedTiming();
      if (endTime === Number.POSITIVE_INFINITY || animation.playbackRate === 0) {
        animation.pause();
        animation.currentTime = typeof delay === 'number' ? Math.max(0, delay) : 0;
      } else animation.finish();
      return true;
    } catch {
      return false;
    }
  };
  const stillAll = (): boolean => {
    let moved = false;
    for (const root of roots) {
      const own = root.timeline ?? document.timeline;
      for (const animation of root.getAnimations?.() ?? [])
        moved = still(animation, root.nodeType === 9 || root.timeline ? own : undefined) || moved;
    }
    return moved;
  };
  const rewind = async (video: Video) => {
    if (video.readyState === 0 || (video.paused && video.currentTime === 0)) return;
    video.pause();
    video.currentTime = 0;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 1_000);
      video.addEventListener('seeked', resolve, { once: true });
    });
  };
  const hideCaret = (root: Root) => {
    const { activeElement } = root;
    if (activeElement === null || activeElement === document.body) return;
    // A style sheet belongs to the document that made it.
    const view = root.defaultView ?? globalThis;
    const Sheet = (view as { CSSStyleSheet?: SheetConstructor }).CSSStyleSheet ?? CSSStyleSheet;
    const sheet = new Sheet();
    sheet.replaceSync(':focus-within, :focus-within * { caret-color: transparent !important }');
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  };

  // Headers that stick to the window belong at the top of the page.
  if (whole && (scrollX !== 0 || scrollY !== 0)) scrollTo({ left: 0, top: 0, behavior: 'instant' });
  if (document.fonts?.status === 'loading') await document.fonts.ready;
  collect(document);
  for (const root of roots) {
    try {
      hideCaret(root);
    } catch {
      // A shadow tree of a frame: its sheet would have to be made there.
    }
  }
  const videos = roots.flatMap((root) => [...root.querySelectorAll('video')] as Video[]);
  if (videos.length > 0) await Promise.all(videos.map(rewind));
  // The end of one animation may start another.
  for (let round = 0; round < 5 && stillAll(); round++) await frame();
  const height = document.scrollingElement?.scrollHeight ?? 0;
  return {
    tall: height > innerHeight,
    lazy: document.querySelector('[loading=lazy], iframe, frame, object, embed') !== null,
  };
}
