import type { AlertItem, AlertMessage, AlertPicture } from '../src/message/alert-message.ts';

/** A PNG of a given size. Only its header is valid. */
export function png(width: number, height: number): Buffer {
  const image = Buffer.alloc(2_000, `picture ${width}x${height} `);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(image);
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image;
}

/** @param data null for a picture that no longer exists */
export const pictureOf = (name: string, data: Buffer | null): AlertPicture => ({
  caption: `The change of ${name}`,
  link: `https://shotclock.example/files/${name}?signature=x&expires=1`,
  load: async () => data && { name, contentType: 'image/png', data },
});

export const itemOf = (title: string, change: Partial<AlertItem> = {}): AlertItem => ({
  title,
  text: `Text of ${title}`,
  link: `https://shotclock.example/screenshots/1?title=${encodeURIComponent(title.slice(0, 20).toWellFormed())}`,
  picture: null,
  data: { type: 'screenshot.recovered', itemId: 1 },
  ...change,
});

export const messageOf = (change: Partial<AlertMessage> = {}): AlertMessage => ({
  id: 'delivery_1',
  type: 'content.changed',
  createdAt: new Date(),
  outcome: 'ok',
  title: 'Daily: 1 change',
  text: 'Run 4 ended: 7 of 7 items were captured.',
  link: 'https://shotclock.example/executions/4',
  items: [],
  more: 0,
  ...change,
});
