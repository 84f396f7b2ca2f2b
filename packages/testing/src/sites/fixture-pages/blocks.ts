/** Solid colors at known positions, which a capture must reproduce exactly. */
export const colors = {
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  magenta: [255, 0, 255],
  cyan: [0, 255, 255],
  white: [255, 255, 255],
} as const;

export type Color = keyof typeof colors;
export type Block = { left: number; top: number; width: number; height: number; color: Color };

/** Four blocks of 100 × 100 pixels on white, with nothing else on the page. */
export const blocks: readonly Block[] = [
  { left: 0, top: 0, width: 100, height: 100, color: 'red' },
  { left: 300, top: 0, width: 100, height: 100, color: 'green' },
  { left: 0, top: 200, width: 100, height: 100, color: 'blue' },
  { left: 300, top: 200, width: 100, height: 100, color: 'yellow' },
];

export const tallPage = { width: 1280, height: 3000, stripeHeight: 100 } as const;
const stripeColors: readonly Color[] = ['red', 'green', 'blue', 'yellow', 'magenta', 'cyan'];

/**
 * The color of the tall page at a distance of `top` pixels from its upper edge. The page consists of alternating stripes
 * of 100 pixels.
 */
export function stripeAt(top: number): Color {
  return stripeColors[Math.floor(top / tallPage.stripeHeight) % stripeColors.length]!;
}

export function page(title: string, body: string, style = ''): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><style>html,body{margin:0;background:#fff}${style}</style></head>
<body>${body}</body>
</html>
`;
}

function block({ left, top, width, height, color }: Block): string {
  return `<div style="position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px;background:${color}"></div>`;
}

export const blocksPage = page('Blocks', blocks.map(block).join(''));

const stripes = (height: number) =>
  Array.from(
    { length: height / tallPage.stripeHeight },
    (_, index) =>
      `<div style="height:${tallPage.stripeHeight}px;background:${stripeAt(index * tallPage.stripeHeight)}"></div>`,
  ).join('');
export const tallStripesPage = page('Tall', stripes(tallPage.height), `body{width:${tallPage.width}px}`);
/** The stripes of the tall page, but four times as many and as wide as the viewport. */
export const longStripesPage = page('Long', stripes(4 * tallPage.height));

/** A block as tall as the viewport above a block of 1,000 px: a full-page capture must not stretch the first block. */
export const windowHighPage = page(
  'Window high',
  '<div style="height:100vh;background:red"></div><div style="height:1000px;background:blue"></div>',
);

/** A page that is replaced by `/window-high` after `ms` milliseconds. */
export function leavingPage(ms: number): string {
  const script = `setTimeout(() => location.replace('/window-high'), ${ms})`;
  return page('Leaving', `<div style="height:2000px;background:cyan"></div><script>${script}</script>`);
}
