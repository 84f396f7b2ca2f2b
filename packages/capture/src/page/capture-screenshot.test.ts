import type { CDPSession } from 'puppeteer';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { captureScreenshot } from './capture-screenshot.ts';

const client = { on: () => client, off: () => client } as unknown as CDPSession;
const page = {
  client,
  frameId: 'main',
  viewport: { width: 300, height: 200 },
  screen: { scaleFactor: 1, mobile: false },
};

async function capture(image: Buffer, clip?: { x: number; y: number; width: number; height: number }) {
  const browser = { captureScreenshot: async () => image };
  return captureScreenshot(browser, page, clip ? { clip: { ...clip, scale: 1 } } : {});
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } });

test('returns an image of the requested size', async () => {
  const image = await blank(300, 200).png().toBuffer();
  expect(await capture(image)).toBe(image);
  const clipped = await blank(50, 40).jpeg().toBuffer();
  expect(await capture(clipped, { x: 0, y: 0, width: 50, height: 40 })).toBe(clipped);
});

// A browser that a page controls can encode gigabytes of pixels in a few kilobytes. In an image that is smaller than
// requested, part of the page would be missing.
test.each([
  ['a lower PNG', () => blank(300, 199).png()],
  ['a narrower JPEG', () => blank(299, 200).jpeg()],
  ['a wider PNG', () => blank(301, 200).png()],
  ['a higher PNG', () => blank(300, 201).png()],
  ['a larger JPEG', () => blank(600, 400).jpeg()],
])('%s than requested fails the capture', async (_what, image) => {
  await expect(capture(await image().toBuffer())).rejects.toMatchObject({ code: 'capture_failed' });
});

test.each([
  [
    'an image of another format',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ['an incomplete image', Buffer.from([0x89, 0x50])],
])('%s fails the capture', async (_what, image) => {
  await expect(capture(image)).rejects.toThrow();
});
