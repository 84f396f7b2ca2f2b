// The pictures of capture options: the same page, captured with and without them, side by side.
import type { CaptureRequest, ShotclockClient } from '@shotclock/client';
import type { Figure, OptionPages } from './option-pages.ts';

type Shot = { caption: string; width: number; request: Partial<CaptureRequest> };

const desktop = { width: 1_080, height: 760 };
const phone = 'iPhone 15';

const pictures: Record<string, Shot[]> = {
  'options-device': [
    { caption: 'without device', width: 720, request: { ...desktop, options: { cookieBanners: 'reject' } } },
    {
      caption: `device: ${phone}`,
      width: 234,
      request: { options: { device: phone, cookieBanners: 'reject' } },
    },
    {
      caption: 'colorScheme: dark',
      width: 234,
      request: { options: { device: phone, cookieBanners: 'reject', colorScheme: 'dark' } },
    },
  ],
  'options-clean': [
    { caption: 'without options', width: 600, request: desktop },
    {
      caption: 'cookieBanners: reject, blockAds: true, hide: .newsletter',
      width: 600,
      request: {
        ...desktop,
        options: { cookieBanners: 'reject', blockAds: true, hide: ['.newsletter'] },
      },
    },
  ],
  'options-page': [
    {
      caption: 'fullPage: true',
      width: 400,
      request: { ...desktop, fullPage: true, options: { cookieBanners: 'reject' } },
    },
    {
      caption: 'fixed: hide',
      width: 400,
      request: { ...desktop, fullPage: true, options: { cookieBanners: 'reject', fixed: 'hide' } },
    },
    {
      caption: 'css: aside { display: none }, maxHeight: 600',
      width: 400,
      request: {
        ...desktop,
        fullPage: true,
        options: {
          cookieBanners: 'reject',
          fixed: 'hide',
          css: 'aside { display: none }',
          maxHeight: 600,
        },
      },
    },
  ],
};

/** Captures the pictures, and passes each of them to `write`. */
export async function takeOptionPictures(
  client: ShotclockClient,
  pages: OptionPages,
  write: (name: string, image: Uint8Array) => Promise<void>,
): Promise<void> {
  async function capture(request: CaptureRequest): Promise<Uint8Array> {
    const { id, status, description } = await client.captures.create(request).wait();
    if (status !== 'SUCCESS') throw new Error(`${request.url} was not captured: ${description}`);
    return client.screenshots.image(id, { format: 'webp' });
  }
  for (const [name, shots] of Object.entries(pictures)) {
    const figures: Figure[] = [];
    for (const { request, ...figure } of shots)
      figures.push({ ...figure, image: await capture({ url: pages.news, ...request }) });
    const width = shots.reduce((sum, one) => sum + one.width + 24, 24);
    await write(name, await capture({ url: pages.sideBySide(figures), width, height: 400, element: 'body' }));
  }
}
