import sharp from 'sharp';

export type Rgb = readonly [number, number, number];
export type Paint = { left: number; top: number; width: number; height: number; color: Rgb };

const white: Rgb = [255, 255, 255];
export const black: Rgb = [0, 0, 0];

/** A white PNG with the given rectangles painted on it in order. */
export function png(width: number, height: number, paints: Paint[] = []): Promise<Buffer> {
  return sharp(pixels(width, height, paints), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

export function dot(left: number, top: number, color: Rgb = black): Paint {
  return { left, top, width: 1, height: 1, color };
}

export async function pixelsOf(image: Buffer) {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    at: (left: number, top: number): Rgb => {
      const start = (top * info.width + left) * info.channels;
      return [data[start]!, data[start + 1]!, data[start + 2]!];
    },
  };
}

/** A page of text as an SVG drawn by sharp: anti-aliased letters, colored links and a gradient. */
export function renderTextPage(words: string): Promise<Buffer> {
  const lines = Array.from(
    { length: 20 },
    (_, row) =>
      `<text x="20" y="${40 + row * 24}" fill="${row % 4 === 0 ? '#1a0dab' : '#222'}">${words} ${row}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="540" font-family="sans-serif" font-size="16">
    <defs><linearGradient id="sky"><stop offset="0" stop-color="#49c"/><stop offset="1" stop-color="#fb8"/></linearGradient></defs>
    <rect width="640" height="540" fill="#fff"/><rect x="400" y="20" width="200" height="200" fill="url(#sky)"/>${lines.join('')}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

function pixels(width: number, height: number, paints: Paint[]): Buffer {
  const data = Buffer.alloc(width * height * 3, 255);
  for (const paint of paints)
    for (let row = paint.top; row < paint.top + paint.height; row++)
      for (let column = paint.left; column < paint.left + paint.width; column++)
        data.set(paint.color ?? white, (row * width + column) * 3);
  return data;
}
