import { withParts } from './with-parts.ts';

// These functions run in the page (see with-parts.ts). They share an observer, which is stored in a variable of their
// isolated world.
type PageNode = { parentElement: PageNode | null; getClientRects?(): { length: number } };
type Canvas = { width: number; height: number; getContext(type: '2d', options: object): Context | null };
type Context = {
  clearRect(left: number, top: number, width: number, height: number): void;
  drawImage(source: object, left: number, top: number, width: number, height: number): void;
  getImageData(left: number, top: number, width: number, height: number): { data: Uint8ClampedArray };
};
type Animation = {
  playState: string;
  playbackRate: number;
  timeline: object | null;
  effect: { getComputedTiming(): { endTime: unknown } } | null;
};
type Mutations = { target: PageNode }[];
type World = {
  sinceStill?: { observer: { disconnect(): void; takeRecords(): Mutations }; changed: boolean };
};
declare const document: {
  timeline: object;
  getAnimations(): Animation[];
  createElement(name: 'canvas'): Canvas;
  getElementsByTagName(name: 'canvas'): Iterable<Canvas & PageNode>;
};
declare const MutationObserver: new (
  callback: (records: Mutations) => void,
) => { observe(target: object, options: object): void; disconnect(): void; takeRecords(): Mutations };
declare function requestAnimationFrame(callback: () => void): number;

/** Whether a finite animation or transition is running. Infinite ones are frozen. */
function isAnimated(): boolean {
  return document.getAnimations().some(({ effect, timeline, playState, playbackRate }) => {
    if (effect === null || timeline !== document.timeline || playState !== 'running') return false;
    return playbackRate !== 0 && effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  });
}

/** Whether any of the changed elements has a box. */
function concernsBoxes(records: Mutations): boolean {
  const maxRecords = 50;
  return records.slice(0, maxRecords).some(({ target }) => {
    const element = target.getClientRects ? target : target.parentElement;
    return (element?.getClientRects?.().length ?? 0) > 0;
  });
}

/** The factor by which `mutatesWithin` may exceed the requested time if a page draws only a few frames. */
export const maxObserving = 12;

const parts = { isAnimated, concernsBoxes, maxObserving };

/**
 * Resolves to true when an element with a box or the content of a canvas changes. Resolves to false after `ms`
 * milliseconds and several animation frames without such a change. Elapsed time alone is not sufficient: on a busy
 * machine, a page may not have drawn a single frame yet. The page is observed for at most `maxObserving` times `ms`. With
 * `untilStill`, running animations also count as changes, and a page without changes remains under observation for
 * `changedSinceStill`.
 */
export const mutatesWithin = withParts(parts, mutates);

/** Whether the page has changed since `mutatesWithin` found it still. False if `mutatesWithin` did not find it still. */
export const changedSinceStill = withParts(parts, changed);

function changed({ isAnimated: animated, concernsBoxes: concerns }: typeof parts): boolean {
  const { sinceStill } = globalThis as World;
  if (!sinceStill) return false;
  return sinceStill.changed || concerns(sinceStill.observer.takeRecords()) || animated();
}

function mutates(
  { isAnimated: animated, concernsBoxes: concerns, maxObserving: most }: typeof parts,
  ms: number,
  untilStill: boolean,
): Promise<boolean> {
  const minFrames = 6;
  const maxCanvases = 8;
  /** Side length, in pixels, of the canvas image used for the comparison. */
  const side = 48;
  const canvases = [...document.getElementsByTagName('canvas')]
    .filter((canvas) => canvas.width > 0 && canvas.height > 0 && (canvas.getClientRects?.().length ?? 0) > 0)
    .slice(0, maxCanvases);
  let context: Context | null = null;
  if (canvases.length > 0) {
    const copy = document.createElement('canvas');
    copy.width = side;
    copy.height = side;
    context = copy.getContext('2d', { willReadFrequently: true });
  }
  const look = () =>
    canvases.map((canvas) => {
      try {
        context?.clearRect(0, 0, side, side);
        context?.drawImage(canvas, 0, 0, side, side);
        return context?.getImageData(0, 0, side, side).data.join() ?? '';
      } catch {
        // A canvas that contains an image from another origin cannot be read.
        return '';
      }
    });
  return new Promise((resolve) => {
    const first = look();
    const endsAt = performance.now() + ms;
    let frames = 0;
    let ended = false;
    const world = globalThis as World;
    world.sinceStill?.observer.disconnect();
    delete world.sinceStill;
    const observer = new MutationObserver((records) => {
      if (world.sinceStill?.changed || !concerns(records)) return;
      if (world.sinceStill) world.sinceStill.changed = true;
      else end(true);
    });
    const end = (changed: boolean) => {
      ended = true;
      clearTimeout(timer);
      if (untilStill && !changed) world.sinceStill = { observer, changed };
      else observer.disconnect();
      resolve(changed);
    };
    const finish = () => end(untilStill && animated());
    const timer = setTimeout(finish, most * ms);
    const frame = () => {
      if (ended) return;
      frames += 1;
      const last = frames >= minFrames && performance.now() >= endsAt;
      if (canvases.length > 0 && (last || frames % 4 === 0)) {
        const now = look();
        if (now.some((image, index) => image !== first[index])) return end(true);
      }
      if (last) finish();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  });
}
