import type { CallToolResult } from '@modelcontextprotocol/server';

/** Some clients refuse results of more than 1 MB, and base64 adds a third. */
export const maxPictureBytes = 700_000;

/** Pictures are at most this many pixels wide and high, unless the caller specifies it. */
export const pictureSize = { width: 1_280, height: 1_920 } as const;

/** The widths of smaller pictures, in pixels, for pictures that have too many bytes. */
const widths = [1_920, 1_280, 960, 640, 320, 160];

type Size = { width: number; height: number };
export type PictureBlock = CallToolResult['content'][number];

export const pictureBlock = (jpeg: Uint8Array): PictureBlock => ({
  type: 'image',
  data: Buffer.from(jpeg).toString('base64'),
  mimeType: 'image/jpeg',
});

/**
 * Loads a picture as a JPEG of at most `maxPictureBytes`; if it is larger, in smaller widths.
 * @param load returns the picture in a width and a maximum height
 */
export async function loadPicture(
  load: (variant: Size & { format: 'jpeg' }) => Promise<Uint8Array>,
  { width, height }: Size,
): Promise<PictureBlock> {
  for (const smaller of [width, ...widths.filter((one) => one < width)]) {
    const jpeg = await load({ width: smaller, height, format: 'jpeg' });
    if (jpeg.byteLength <= maxPictureBytes) return pictureBlock(jpeg);
  }
  return { type: 'text', text: `The picture has more than ${maxPictureBytes} bytes.` };
}
