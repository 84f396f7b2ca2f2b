import { parseEgressAllow } from '@shotclock/egress';
import { expect, test, vi } from 'vitest';
import type { DocumentContext } from '../page/navigate.ts';
import type { OpenPage } from '../page/open-page.ts';
import { takeFailureImage } from './take-failure-image.ts';

const viewport = { width: 400, height: 300 };
const jpeg = Buffer.from('a JPEG');
const document = {
  watch: { response: () => null, interrupted: () => null },
  session: { problemAt: () => undefined },
  allow: parseEgressAllow(''),
  blocker: null,
} as unknown as DocumentContext;

function openPage(captureScreenshot: OpenPage['captureScreenshot'], url = () => 'https://example.com/') {
  const taken = vi.fn(captureScreenshot);
  const open = { url, scaleFactor: 1, captureScreenshot: taken } as unknown as OpenPage;
  return {
    taken,
    take: (limitMs = 60_000) => takeFailureImage(open, { viewport }, document, limitMs),
  };
}

test('takes the failure image', async () => {
  await expect(openPage(async () => jpeg).take()).resolves.toBe(jpeg);
});

test('does not take an image if the page does not respond in time', async () => {
  await expect(openPage(() => new Promise(() => undefined)).take(10)).resolves.toBeNull();
});

test('does not take an image if no time is left', async () => {
  const { take, taken } = openPage(async () => jpeg);
  await expect(take(0)).resolves.toBeNull();
  expect(taken).not.toHaveBeenCalled();
});

test('does not take an image of a page that must not be captured', async () => {
  const { take, taken } = openPage(
    async () => jpeg,
    () => 'file:///etc/passwd',
  );
  await expect(take()).resolves.toBeNull();
  expect(taken).not.toHaveBeenCalled();
});

test('discards the image if the page navigates to one that must not be captured', async () => {
  const urls = ['https://example.com/', 'file:///etc/passwd'];
  await expect(
    openPage(
      async () => jpeg,
      () => urls.shift()!,
    ).take(),
  ).resolves.toBeNull();
});

test('a browser error or an image that is too large results in no image', async () => {
  await expect(openPage(async () => Promise.reject(new Error('closed'))).take()).resolves.toBeNull();
  await expect(openPage(async () => Buffer.alloc(4_194_305)).take()).resolves.toBeNull();
});
