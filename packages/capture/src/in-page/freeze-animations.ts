import { hasUsed } from './read-usage.ts';
import { withParts } from './with-parts.ts';

// Runs in the page (see with-parts.ts).
type PageElement = {
  localName: string;
  scrollHeight: number;
  shadowRoot: Root | null;
  contentDocument?: Root | null;
};
type Video = PageElement & {
  autoplay: boolean;
  currentTime: number;
  muted: boolean;
  networkState: number;
  paused: boolean;
  readyState: number;
  seeking: boolean;
  /** Whether this function has rewound the video. The page's scripts cannot see this property. */
  rewound?: boolean;
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

/**
 * `lazy`: the page contains content that may load only when the page is scrolled to it. `tall`: the page is taller than
 * the viewport. `suspect`: the page may change, because it contains other documents or a busy indicator, or because its
 * scripts have used a feature in `usage`.
 */
export type FrozenPage = { lazy: boolean; tall: boolean; suspect: boolean };

async function freeze(
  parts: { hasUsed: typeof hasUsed },
  fullPage: boolean,
  { busy, usage }: { busy: string; usage: string[] },
): Promise<FrozenPage> {
  const frame = () =>
    new Promise<void>((resolve) => {
      // The browser does not run animation frames for a page that it does not paint.
      const timer = setTimeout(resolve, 100);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  const endless: { animation: Animation; start: number }[] = [];
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
  /** Returns whether the animation had to be changed. */
  const freezeOne = (animation: Animation, ownTimeline: object | undefined): boolean => {
    const { timeline, effect } = animation;
    if (!effect || timeline === null) return false;
    try {
      if (typeof ViewTimeline !== 'undefined' && timeline instanceof ViewTimeline) {
        if (!fullPage || animation.playState === 'paused') return false;
        animation.pause();
        animation.currentTime = CSS.percent(50);
        return true;
      }
      // Other timelines depend on the scroll position, which does not change.
      if (ownTimeline !== undefined && timeline !== ownTimeline) return false;
      if (animation.playState !== 'running') return false;
      const { endTime, delay } = effect.getComputedTiming();
      if (endTime === Number.POSITIVE_INFINITY || animation.playbackRate === 0) {
        const start = typeof delay === 'number' ? Math.max(0, delay) : 0;
        animation.pause();
        animation.currentTime = start;
        endless.push({ animation, start });
      } else animation.finish();
      return true;
    } catch {
      return false;
    }
  };
  const freezeAll = (): boolean => {
    let changed = false;
    for (const root of roots) {
      const own = root.timeline ?? document.timeline;
      for (const animation of root.getAnimations?.() ?? [])
        changed = freezeOne(animation, root.nodeType === 9 || root.timeline ? own : undefined) || changed;
    }
    return changed;
  };
  const once = (video: Video, event: string) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, 2_000);
      video.addEventListener(event, resolve, { once: true });
    });
  const rewind = async (video: Video) => {
    // Whether a muted video has already started on its own depends on how fast its data is received.
    const starts = video.autoplay && video.muted && !video.rewound;
    if (starts || !video.paused || video.currentTime !== 0) {
      video.pause();
      const loading = video.networkState === 2 && video.readyState < 2;
      if (loading && !video.rewound) await once(video, 'loadeddata');
      video.rewound = true;
      video.currentTime = 0;
    }
    // A video that was rewound before may still be decoding its frame.
    if (video.seeking) await once(video, 'seeked');
  };
  const hideCaret = (root: Root) => {
    const { activeElement } = root;
    if (activeElement === null || activeElement === document.body) return;
    // A style sheet can be adopted only by the document that constructed it.
    const view = root.defaultView ?? globalThis;
    const Sheet = (view as { CSSStyleSheet?: SheetConstructor }).CSSStyleSheet ?? CSSStyleSheet;
    const sheet = new Sheet();
    sheet.replaceSync(':focus-within, :focus-within * { caret-color: transparent !important }');
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  };

  // Sticky headers belong at the top of the page.
  if (fullPage && (scrollX !== 0 || scrollY !== 0)) scrollTo({ left: 0, top: 0, behavior: 'instant' });
  if (document.fonts?.status === 'loading')
    await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  collect(document);
  for (const root of roots) {
    try {
      hideCaret(root);
    } catch {
      // A shadow tree inside a frame does not accept a style sheet of this document.
    }
  }
  const videos = roots.flatMap((root) => [...root.querySelectorAll('video')] as Video[]);
  if (videos.length > 0) await Promise.all(videos.map(rewind));
  // The end of one animation may start another.
  for (let round = 0; round < 5 && freezeAll(); round++) await frame();
  // After an animation is paused, the compositor may keep drawing it until the time of the animation changes again.
  for (const nudge of endless.length > 0 ? [1, 0] : []) {
    for (const { animation, start } of endless) animation.currentTime = start + nudge;
    await frame();
  }
  const height = document.scrollingElement?.scrollHeight ?? 0;
  const frames = document.querySelector('iframe, frame, object, embed') !== null;
  return {
    tall: height > innerHeight,
    lazy: frames || document.querySelector('[loading=lazy]') !== null,
    suspect: frames || document.querySelector(busy) !== null || usage.some(parts.hasUsed),
  };
}

/**
 * Waits up to 2 s for fonts that are loading, and freezes everything that moves on its own in the document, its open shadow trees
 * and its same-origin frames, so that an unchanged page produces the same image:
 * - Finite animations and transitions jump to their final frame, and infinite ones to their first frame.
 * - With `fullPage`, animations on a view timeline look as if their element were in the middle of the viewport.
 * - Videos that are playing or that start on their own are rewound to their first frame, after waiting up to 2 s for its
 * data.
 * - The caret is hidden.
 * With `fullPage`, it also scrolls to the top of the page.
 */
export const freezeAnimations = withParts({ hasUsed }, freeze);
