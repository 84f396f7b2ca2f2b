// Runs in the page (see with-parts.ts).
type Box = { left: number; top: number; right: number; bottom: number; width: number; height: number };
type PageElement = {
  localName: string;
  getBoundingClientRect(): Box;
  checkVisibility(options: { opacityProperty: boolean; visibilityProperty: boolean }): boolean;
};
type TextNode = { data: string; parentElement: PageElement | null };
declare const document: {
  body: { localName: string } | null;
  documentElement: { scrollHeight: number };
  createTreeWalker(root: object, show: number): { nextNode(): TextNode | null };
  querySelectorAll(selector: string): Iterable<PageElement>;
};
declare const innerWidth: number;
declare const innerHeight: number;
declare function getComputedStyle(element: PageElement): { backgroundColor: string; backgroundImage: string };

/** Matches busy indicators. A progress bar without a value shows that work is in progress, but not how far it is. */
export const busySelector = '[aria-busy=true], [role=progressbar]:not([aria-valuenow], [aria-valuetext])';

/** Whether the page still appears to be loading, because it shows a busy indicator or is almost empty. */
export function saysLoading(busy: string): boolean {
  const shown = (element: PageElement) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const visible = (element: PageElement) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const inViewport = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return width > 0 && height > 0 && inViewport && shown(element);
  };
  // An element without a box may contain a positioned busy indicator.
  for (const element of document.querySelectorAll(busy)) if (shown(element)) return true;
  if (document.body === null) return true;
  // A page that scrolls is not empty, and neither is a frame set.
  if (document.body.localName !== 'body' || document.documentElement.scrollHeight > 1.5 * innerHeight)
    return false;

  const minText = 30;
  const minShare = 0.01;
  const maxSeen = 1_000;
  const texts = document.createTreeWalker(document.body, 4);
  let characters = 0;
  for (let seen = 0, text = texts.nextNode(); text !== null; text = texts.nextNode(), seen++) {
    const { parentElement, data } = text;
    const length = data.trim().length;
    if (length === 0 || parentElement === null) continue;
    if (['script', 'style', 'noscript', 'template'].includes(parentElement.localName)) continue;
    if (visible(parentElement)) characters += length;
    if (characters >= minText || seen >= maxSeen) return false;
  }
  const drawn = ['img', 'svg', 'canvas', 'video', 'iframe', 'frame', 'object', 'embed', 'input', 'textarea'];
  const viewport = innerWidth * innerHeight;
  let area = 0;
  let seen = 0;
  for (const element of document.querySelectorAll('body *')) {
    seen += 1;
    if (seen > maxSeen) return false;
    const { width, height } = element.getBoundingClientRect();
    // A background that covers the whole page does not count as content.
    const replaced = drawn.includes(element.localName);
    if (!visible(element) || (!replaced && width * height >= 0.9 * viewport)) continue;
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const paints = backgroundImage !== 'none' || !/^(rgba\(.*, 0\)|transparent)$/.test(backgroundColor);
    if (replaced || paints) area += width * height;
    if (area >= minShare * viewport) return false;
  }
  return true;
}
