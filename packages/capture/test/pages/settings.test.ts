import { parseEgressAllow } from '@shotclock/egress';
import { withDeadline } from '@shotclock/runtime';
import { blocks, borderWidth, boxes, colors, stripeAt, tallPage, testSandbox } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BrowserSlot } from '../../src/browser/browser-slot.ts';
import { runCapture } from '../../src/run-capture.ts';
import {
  browserPath,
  type CaptureBench,
  captureRequest,
  jpegPixels,
  messageBudget,
  openCaptureBench,
  pngPixels,
  slotWithoutSupervisor,
} from '../capture-bench.fixture.ts';

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench();
});
afterAll(() => bench.close());

describe('image', () => {
  test('a PNG has the size of the viewport and shows every block at its position, and an unchanged page yields identical bytes', async () => {
    const viewport = { width: 640, height: 480 };
    const capture = await bench.capture('/blocks', { viewport });
    const second = await bench.capture('/blocks', { viewport, thumbnailWidth: 100 });
    expect(second.image.equals(capture.image)).toBe(true);
    const thumbnail = await pngPixels(second.thumbnail!);
    expect([thumbnail.width, thumbnail.height, thumbnail.at(5, 5)]).toEqual([100, 75, colors.red]);
    expect(capture).toMatchObject({
      width: 640,
      height: 480,
      thumbnail: null,
      html: null,
      text: null,
      notes: [],
    });
    const pixels = await pngPixels(capture.image);
    expect([pixels.width, pixels.height]).toEqual([640, 480]);
    for (const { left, top, width, height, color } of blocks) {
      expect(pixels.at(left, top)).toEqual(colors[color]);
      expect(pixels.at(left + width - 1, top + height - 1)).toEqual(colors[color]);
      expect(pixels.at(left + width, top + height)).toEqual(colors.white);
    }
  });

  test('a lower quality makes a JPEG smaller', async () => {
    const path = '/boilerplate/404.html';
    const [low, high] = [
      await bench.capture(path, { format: 'jpeg', quality: 5 }),
      await bench.capture(path, { format: 'jpeg', quality: 95 }),
    ];
    expect(low.image.length).toBeLessThan(high.image.length * 0.7);
    const { image } = await bench.capture('/blocks', { format: 'jpeg' });
    expect(image.subarray(0, 2).toString('hex')).toBe('ffd8');
    const pixels = await jpegPixels(image);
    expect([pixels.width, pixels.height]).toEqual([400, 300]);
    for (const [channel, value] of pixels.at(50, 50).entries())
      expect(Math.abs(value - colors.red[channel]!)).toBeLessThan(8);
  });

  test('quality accepts 0 and 100', async () => {
    const [lowest, highest] = [
      await bench.capture('/boilerplate/404.html', { format: 'jpeg', quality: 0, thumbnailWidth: 100 }),
      await bench.capture('/boilerplate/404.html', { format: 'jpeg', quality: 100 }),
    ];
    expect(lowest.image.length).toBeLessThan(highest.image.length / 3);
  });
});

describe('area', () => {
  test('fullPage captures the whole height and width of the page', async () => {
    const capture = await bench.capture('/tall', { fullPage: true, viewport: { width: 800, height: 600 } });
    expect([capture.width, capture.height]).toEqual([tallPage.width, tallPage.height]);
    const pixels = await pngPixels(capture.image);
    for (let top = 50; top < tallPage.height; top += 100) {
      expect(pixels.at(0, top)).toEqual(colors[stripeAt(top)]);
      expect(pixels.at(tallPage.width - 1, top)).toEqual(colors[stripeAt(top)]);
    }
  });

  test('fullPage keeps the height of an element that is as tall as the viewport', async () => {
    const capture = await bench.capture('/window-high', { fullPage: true });
    expect(capture.height).toBe(1300);
    const pixels = await pngPixels(capture.image);
    expect([pixels.at(10, 299), pixels.at(10, 300)]).toEqual([colors.red, colors.blue]);
  });

  test('a tall page is cut off at the viewport without fullPage', async () => {
    const capture = await bench.capture('/tall');
    expect([capture.width, capture.height]).toEqual([400, 300]);
  });

  test('crop is relative to the page, even far below the viewport', async () => {
    const capture = await bench.capture('/tall', { crop: { left: 10, top: 2450, width: 200, height: 100 } });
    const pixels = await pngPixels(capture.image);
    expect([pixels.width, pixels.height]).toEqual([200, 100]);
    expect(pixels.at(0, 49)).toEqual(colors[stripeAt(2499)]);
    expect(pixels.at(199, 50)).toEqual(colors[stripeAt(2500)]);
  });

  test('crop inside the viewport is accurate to the pixel', async () => {
    const capture = await bench.capture('/blocks', { crop: { left: 299, top: 99, width: 2, height: 102 } });
    const pixels = await pngPixels(capture.image);
    expect([pixels.width, pixels.height]).toEqual([2, 102]);
    expect([pixels.at(0, 0), pixels.at(1, 0)]).toEqual([colors.white, colors.green]);
    expect([pixels.at(1, 1), pixels.at(1, 100), pixels.at(1, 101)]).toEqual([
      colors.white,
      colors.white,
      colors.yellow,
    ]);
  });

  test('crop is clipped at the edge of the page', async () => {
    const capture = await bench.capture('/tall', {
      crop: { left: 1200, top: 2900, width: 500, height: 500 },
    });
    expect([capture.width, capture.height]).toEqual([80, 100]);
  });

  test.each([
    ['#far', 'far'],
    ['.box', 'first'],
  ] as const)(
    'the first element that matches %s is captured exactly with its border',
    async (element, name) => {
      const { width, height, color, border } = boxes[name];
      const capture = await bench.capture('/elements', { element });
      const pixels = await pngPixels(capture.image);
      expect([pixels.width, pixels.height]).toEqual([width, height]);
      expect([pixels.at(0, 0), pixels.at(width - 1, height - 1)]).toEqual([colors[border], colors[border]]);
      expect(pixels.at(borderWidth - 1, height >> 1)).toEqual(colors[border]);
      expect(pixels.at(borderWidth, height >> 1)).toEqual(colors[color]);
    },
  );

  test('element inside a scroll container is scrolled into view', async () => {
    const capture = await bench.capture('/elements', {
      element: '#inner',
      viewport: { width: 1000, height: 600 },
    });
    const pixels = await pngPixels(capture.image);
    expect([pixels.width, pixels.height, pixels.at(50, 25)]).toEqual([100, 50, colors.green]);
  });

  test('a thumbnail of a JPEG has the requested width, and the same aspect ratio and format as the image', async () => {
    const jpeg = await bench.capture('/tall', { fullPage: true, format: 'jpeg', thumbnailWidth: 128 });
    expect(jpeg.thumbnail!.subarray(0, 2).toString('hex')).toBe('ffd8');
    const { width, height } = await jpegPixels(jpeg.thumbnail!);
    expect([width, height]).toEqual([128, 300]);
  });
});

describe('waiting', () => {
  const center = async (settings: Parameters<CaptureBench['capture']>[1], path = '/changing') =>
    (await pngPixels((await bench.capture(path, settings)).image)).at(50, 50);

  test('delay waits after the page has loaded', async () => {
    expect(await center({})).toEqual(colors.green);
    expect(await center({ delayMs: 1_500 })).toEqual(colors.blue);
  });

  test('waitFor waits for an element that is added late', async () => {
    expect(await center({}, '/late')).toEqual(colors.white);
    expect(await center({ waitFor: '#late' }, '/late')).toEqual(colors.red);
  });

  test('dom_loaded does not wait for an image that never loads', async () => {
    const capture = await bench.capture('/never-loaded', { waitUntil: 'dom_loaded' });
    expect(capture.notes).toEqual([]);
    expect((await pngPixels(capture.image)).at(50, 50)).toEqual(colors.red);
  });

  test('a page that does not reach page_loaded in time is captured in its current state, with a note', async () => {
    const capture = await bench.capture('/never-loaded', { waitUntilTimeoutMs: 1_000 });
    expect(capture.notes).toEqual(['page_loaded was not reached within 1 s.']);
    expect((await pngPixels(capture.image)).at(50, 50)).toEqual(colors.red);
  });

  test('network_idle waits for an idle network, and adds a note if the network does not become idle', async () => {
    expect((await bench.capture('/blocks', { waitUntil: 'network_idle' })).notes).toEqual([]);
    const capture = await bench.capture('/never-idle', {
      waitUntil: 'network_idle',
      waitUntilTimeoutMs: 2_000,
    });
    expect(capture.notes).toEqual(['network_idle was not reached within 2 s.']);
    expect((await pngPixels(capture.image)).at(50, 50)).toEqual(colors.red);
  });

  test('a capture waits for a slow response', async () => {
    expect(await center({}, '/slow?ms=1500')).toEqual(colors.red);
  });
});

describe('identity and extraction', () => {
  const echo = async (settings: Parameters<CaptureBench['capture']>[1]) => {
    const { text, sent } = await bench.capture('/echo', { ...settings, extractText: true });
    const end = text!.indexOf('}') + 1;
    return { headers: JSON.parse(text!.slice(0, end)), script: JSON.parse(text!.slice(end)), sent };
  };

  test('the site and its scripts see userAgent and acceptLanguage', async () => {
    const { headers, script } = await echo({
      userAgent: 'Probe/1.0',
      acceptLanguage: 'de-CH,de;q=0.8,fr;q=0.5',
    });
    expect(headers['user-agent']).toBe('Probe/1.0');
    expect(headers['accept-language']).toBe('de-CH,de;q=0.8,fr;q=0.5');
    expect(script).toEqual({ userAgent: 'Probe/1.0', languages: ['de-CH', 'de', 'fr'], window: [400, 300] });
  });

  test('applies the settings in full Chrome, which does not pause the first navigation', async () => {
    const slot = new BrowserSlot({
      executablePath: await browserPath(),
      sandbox: testSandbox(),
      isolation: async () => null,
      ...slotWithoutSupervisor,
    });
    try {
      const browser = { ...(await slot.browser()), version: 'Chrome/156.0.0.0' };
      using _messages = browser.guardMessages(messageBudget, () => undefined);
      const request = captureRequest(bench.site.url('/echo'), { userAgent: 'Probe/1.0', extractText: true });
      using deadline = withDeadline(undefined, 60_000);
      const { text, notes, sent } = await runCapture(browser, request, {
        allow: parseEgressAllow(bench.site.hostPort),
        signal: deadline.signal,
        deadline,
        abandonBrowser: () => void slot.close(),
      });
      expect(text).toContain('"user-agent": "Probe/1.0"');
      expect([sent.userAgent, notes]).toEqual(['Probe/1.0', []]);
    } finally {
      await slot.close();
    }
  });

  test('a capture reports the headers that were sent, with and without settings', async () => {
    for (const settings of [{}, { acceptLanguage: 'fr' }, { userAgent: 'Probe/1.0', acceptLanguage: 'fr' }]) {
      const { headers, sent } = await echo(settings);
      // acceptLanguage alone does not change the user agent.
      expect(/^Probe/.test(headers['user-agent'])).toBe('userAgent' in settings);
      if ('acceptLanguage' in settings) expect(headers['accept-language']).toBe('fr');
      expect(headers['user-agent']).toMatch(/^Mozilla.*Chrome\/\d|^Probe\/1.0$/);
      expect(sent).toEqual({
        userAgent: headers['user-agent'],
        acceptLanguage: headers['accept-language'] ?? null,
      });
    }
  });

  test('extractHtml returns the current document with its doctype', async () => {
    const { html, text } = await bench.capture('/text', { extractHtml: true });
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
    expect(html).toContain('<p id="written">Written by a script.</p>');
    expect(text).toBeNull();
  });

  test('extractText returns the visible text in order', async () => {
    const { text, html } = await bench.capture('/text', { extractText: true });
    expect(text!.split(/\n+/)).toEqual(['Visible heading', 'First paragraph.', 'Written by a script.']);
    expect(html).toBeNull();
  });
});
