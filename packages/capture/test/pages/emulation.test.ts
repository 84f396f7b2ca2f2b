import { colors } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CaptureRequest } from '../../src/index.ts';
import { pngPixels } from '../capture-bench.fixture.ts';
import { type EmulationBench, openEmulationBench, type Seen } from './emulation.fixture.ts';

let bench: EmulationBench;
beforeAll(async () => {
  bench = await openEmulationBench();
});
afterAll(() => bench.close());

type Options = NonNullable<CaptureRequest['options']>;
const complete = { waitFor: '[data-complete]', extractText: true };
const seenIn = ({ text }: { text: string | null }): Seen => JSON.parse(text!);
const everywhere = () => `/emulated?workers&frame=${bench.other}/emulated/frame`;

async function seenOnPage(options: Options, settings: Partial<CaptureRequest> = {}) {
  const capture = await bench.capture('/emulated', { ...complete, ...settings, options });
  return { ...capture, page: seenIn(capture).page! };
}

describe('the page', () => {
  test("sees the device, its user agent and client hints, and the image has the device's resolution", async () => {
    const options: Options = { device: 'iPhone 15' };
    const { page, width, height, sent } = await seenOnPage(options, {
      viewport: { width: 393, height: 659 },
    });
    expect([width, height]).toEqual([1179, 1977]);
    expect(page.userAgent).toMatch(/iPhone; CPU iPhone OS 17_5/);
    expect(sent.userAgent).toBe(page.userAgent);
    expect(page).toMatchObject({
      mobile: true,
      window: {
        ...{ scale: 3, width: 393, height: 659, touchPoints: 5, coarsePointer: true },
        ...{ orientation: 'portrait-primary', platform: 'iPhone', dark: false },
      },
    });
    const { headers } = bench.site.requests.findLast(({ path }) => path === '/emulated')!;
    expect(headers).toMatchObject({ 'sec-ch-ua-mobile': '?1', 'sec-ch-ua-platform': '"iOS"' });
  });

  test("an option overrides the device's value", async () => {
    const options: Options = { device: 'iPhone 15 landscape', scaleFactor: 1, touch: false };
    const { page, width } = await seenOnPage(options, { viewport: { width: 734, height: 343 } });
    expect(width).toBe(734);
    expect(page.window).toMatchObject({ scale: 1, touchPoints: 0, orientation: 'landscape-primary' });
  });

  test('has a dark color scheme, reduced motion or print styles', async () => {
    const dark = await seenOnPage({ colorScheme: 'dark' });
    expect([dark.page.window!.dark, (await pngPixels(dark.image)).at(399, 299)]).toEqual([true, [0, 0, 0]]);
    const reduced = await seenOnPage({ reducedMotion: 'reduce' });
    expect((await pngPixels(reduced.image)).at(50, 50)).toEqual(colors.green);
    const print = await seenOnPage({ media: 'print' });
    expect([print.page.window!.print, (await pngPixels(print.image)).at(50, 50)]).toEqual([
      true,
      colors.blue,
    ]);
    const none = await seenOnPage({});
    expect([none.page.window!.dark, (await pngPixels(none.image)).at(50, 50)]).toEqual([false, colors.red]);
  });

  test('reads its position without a prompt, and cannot read a position without the option', async () => {
    const position = { latitude: 48.8584, longitude: 2.2945 };
    const read = async (options: Options | null) => {
      const { text } = await bench.capture('/position', { ...complete, options });
      return text;
    };
    expect(await read({ geolocation: position })).toBe('48.8584 2.2945 0');
    expect(await read({ geolocation: { ...position, accuracy: 12 } })).toBe('48.8584 2.2945 12');
    expect(await read(null)).toMatch(/denied/i);
  });

  test('reads its position after a redirect to another site', async () => {
    const to = encodeURIComponent(`${bench.other}/position`);
    // Only documents from loopback addresses or over HTTPS are secure contexts, so this document cannot request the
    // position.
    const { text } = await bench.capture(`/position/redirect?to=${to}`, {
      ...complete,
      options: { geolocation: { latitude: 1, longitude: 2 } },
    });
    expect(text).toMatch(/secure/i);
  });
});

describe.each([
  ['in one process', (path: string, settings: Partial<CaptureRequest>) => bench.capture(path, settings)],
  [
    'in their own processes',
    (path: string, settings: Partial<CaptureRequest>) => bench.captureIsolated(path, settings),
  ],
] as const)('frames from another site %s', (_name, capture) => {
  test('and all workers have the time zone and the locale', async () => {
    const options: Options = { timezone: 'Asia/Tokyo', locale: 'de-DE' };
    const seen = seenIn(await capture(everywhere(), { ...complete, options }));
    const places = ['page', 'worker', 'nested', 'shared', 'service', 'frame', 'frameWorker'];
    expect(Object.keys(seen).toSorted()).toEqual(places.toSorted());
    for (const place of places)
      expect([place, seen[place]]).toEqual([
        place,
        expect.objectContaining({ timezone: 'Asia/Tokyo', epochHour: 9, locale: 'de-DE', number: '1.234,5' }),
      ]);
  });

  test('have the media features, the touch screen and the user agent', async () => {
    const options: Options = {
      device: 'Pixel 5',
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      media: 'print',
    };
    const { frame, frameWorker } = seenIn(await capture(everywhere(), { ...complete, options }));
    expect(frame!.window).toMatchObject({ dark: true, reducedMotion: true, print: true, touchPoints: 5 });
    expect(frame!.userAgent).toMatch(/Android 11; Pixel 5/);
    expect(frameWorker!.userAgent).toBe(frame!.userAgent);
  });

  test('keep the time zone and the locale when another frame of their process is removed', async () => {
    const options: Options = { timezone: 'Asia/Tokyo', locale: 'de-DE' };
    const path = `/emulated/replaced?timezone=Asia/Tokyo&frame=${bench.other}/emulated/small-frame`;
    const { frame } = seenIn(await capture(path, { ...complete, options }));
    expect(frame).toMatchObject({ timezone: 'Asia/Tokyo', locale: 'de-DE' });
  });
});

test('a page with 60 frames, each with its own session, is captured before the deadline', async () => {
  const options: Options = {
    device: 'Pixel 5',
    timezone: 'Asia/Tokyo',
    locale: 'de-DE',
    colorScheme: 'dark',
  };
  const path = `/emulated/many?frame=${bench.other}/emulated/empty-frame`;
  const { width, height } = await bench.captureIsolated(path, { options });
  expect([width, height]).toEqual([1_200, 900]);
  const requests = bench.site.requests.filter((one) => one.path === '/emulated/empty-frame');
  expect(requests).toHaveLength(60);
}, 120_000);

test('a capture is not affected by the emulation in the previous one', async () => {
  await seenOnPage({ timezone: 'Asia/Tokyo', locale: 'de-DE', media: 'print', scaleFactor: 2 });
  const { page } = await seenOnPage({ locale: 'fr-FR' });
  expect(page).toMatchObject({ timezone: 'UTC', locale: 'fr-FR', window: { scale: 1, print: false } });
});

test.each([
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
  [{ locale: 'not a locale' }, 'locale'],
])(
  'a capture with a value that the browser does not accept fails and reports the option',
  async (options, name) => {
    const error = await bench.failure('/blocks', { options });
    expect(error).toMatchObject({
      code: 'capture_failed',
      message: `The browser does not accept the value of ${name}.`,
    });
  },
);
