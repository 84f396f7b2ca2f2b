// Runs in the page (see with-parts.ts).
type PageNode = { parentElement: PageNode | null; getClientRects?(): { length: number } };
type Canvas = { width: number; height: number; getContext(type: '2d', options: object): Context | null };
type Context = {
  clearRect(left: number, top: number, width: number, height: number): void;
  drawImage(source: object, left: number, top: number, width: number, height: number): void;
  getImageData(left: number, top: number, width: number, height: number): { data: Uint8ClampedArray };
};
declare const document: {
  createElement(name: 'canvas'): Canvas;
  getElementsByTagName(name: 'canvas'): Iterable<Canvas & PageNode>;
};
declare const MutationObserver: new (
  callback: (records: { target: PageNode }[]) => void,
) => { observe(target: object, options: object): void; disconnect(): void };
declare function requestAnimationFrame(callback: () => void): number;

/**
 * Resolves with true when an element that has a box or the content of a canvas changes, and with false after `ms` milliseconds and
 * several animation frames: on a busy machine, nothing moves for lack of frames. A page that has none is observed four times as long.
 */
export function mutatesWithin(ms: number): Promise<boolean> {
  const minFrames = 6;
  /** Of the records of one callback. */
  const maxRecords = 50;
  const maxCanvases = 8;
  /** Side of the image of a canvas that is compared, in pixels. */
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
        // A canvas with an image of another origin cannot be read.
        return '';
      }
    });
  return new Promise((resolve) => {
    const first = look();
    const endsAt = performance.now() + ms;
    let frames = 0;
    let ended = false;
    const observer = new MutationObserver((records) => {
      const drawn = records.slice(0, maxRecords).some(({ target }) => {
        const element = target.getClientRects ? target : target.parentElement;
        return (element?.getClientRects?.().length ?? 0) > 0;
      });
      if (drawn) end(true);
    });
    const end = (changed: boolean) => {
      ended = true;
      clearTimeout(timer);
      observer.disconnect();
      resolve(changed);
    };
    const timer = setTimeout(() => end(false), 4 * ms);
    const frame = () => {
      if (ended) return;
      frames += 1;
      const last = frames >= minFrames && performance.now() >= endsAt;
      if (canvases.length > 0 && (last || frames % 4 === 0)) {
        const now = look();
        if (now.some((image, index) => image !== first[index])) return end(true);
      }
      if (last) end(false);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  });
}
