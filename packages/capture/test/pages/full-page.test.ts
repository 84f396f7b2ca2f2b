import { createServer, type ServerResponse } from 'node:http';
import { parseEgressAllow } from '@shotclock/egress';
import { withDeadline } from '@shotclock/runtime';
import { blocks, colors, lazyPage, listenOnLoopback, rulerStep, testSandbox } from '@shotclock/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BrowserSlot } from '../../src/browser/browser-slot.ts';
import { createImageMemory } from '../../src/image-memory.ts';
import { imageLimits } from '../../src/index.ts';
import { tileLimits } from '../../src/page/plan-area.ts';
import { runCapture } from '../../src/run-capture.ts';
import {
  browserPath,
  type CaptureBench,
  captureRequest,
  jpegPixels,
  messageBudget,
  openCaptureBench,
  type Pixels,
  pngPixels,
  slotWithoutSupervisor,
} from '../capture-bench.fixture.ts';

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench();
});
afterAll(() => bench.close());

const column = ({ height, at }: Pixels, left: number) =>
  Array.from({ length: height }, (_, top) => at(left, top).join());
const row = ({ width, at }: Pixels, top: number) =>
  Array.from({ length: width }, (_, left) => at(left, top).join());
const red = colors.red.join();

function positions(pixels: string[], color: string): number[] {
  return pixels.flatMap((found, at) => (found === color ? [at] : []));
}
const everyStep = (length: number) =>
  Array.from({ length: Math.ceil(length / rulerStep) }, (_, at) => at * rulerStep);
const fullPage = true;
const narrow = { width: 100, height: 300 };

describe('lazy content', () => {
  const count = ({ width, height, at }: Pixels, left: number, color: keyof typeof colors) => {
    let found = 0;
    for (let top = 0; top < height && left < width; top++)
      if (at(left, top).join() === colors[color].join()) found++;
    return found;
  };

  test('loads before the screenshot, and sticky headers appear once at the top', async () => {
    const { image, height, notes } = await bench.capture('/lazy', { fullPage });
    expect([height, notes]).toEqual([lazyPage.height, []]);
    const pixels = await pngPixels(image);
    expect(count(pixels, 10, 'red')).toBe(lazyPage.images * 50);
    expect(count(pixels, 70, 'green')).toBe(lazyPage.observed * 50);
    expect(count(pixels, 130, 'blue')).toBe(lazyPage.scrolled * 50);
    expect([count(pixels, 300, 'yellow'), pixels.at(300, 0), pixels.at(300, 19)]).toEqual([
      20,
      colors.yellow,
      colors.yellow,
    ]);
    expect([count(pixels, 300, 'cyan'), pixels.at(300, 299)]).toEqual([10, colors.cyan]);
  });

  test('loads in a crop below the viewport, but not beyond the crop', async () => {
    const before = bench.site.requests.length;
    const crop = { left: 0, top: 3_500, width: 60, height: 50 };
    const { image, notes } = await bench.capture('/lazy', { crop });
    const requests = bench.site.requests.slice(before).filter(({ path }) => path.includes('green'));
    expect((await pngPixels(image)).at(10, 10)).toEqual(colors.red);
    expect([notes, requests.length < lazyPage.observed]).toEqual([[], true]);
  });

  test.each(['window', 'attribute', 'document', 'shadow', 'observer', 'replaced', 'wrapped', 'reopened'])(
    'appears on a page that observes its scroll position: %s',
    async (by) => {
      const { image } = await bench.capture(`/watching?by=${by}`, { fullPage });
      expect((await pngPixels(image)).at(10, 1_510)).toEqual(colors.red);
    },
  );

  test('appears even if a script requests it slowly', async () => {
    const { image, notes } = await bench.capture('/watching?by=request', { fullPage });
    expect([(await pngPixels(image)).at(10, 1_510), notes]).toEqual([colors.red, []]);
  });

  test('is not triggered on a page that only polls its scroll position', async () => {
    const { image } = await bench.capture('/watching?by=asking', { fullPage });
    expect((await pngPixels(image)).at(10, 1_510)).toEqual(colors.white);
  });

  test('that never ends is loaded until the time limit, with a note', async () => {
    const { height, notes } = await bench.capture('/infinite', { fullPage, viewport: narrow });
    expect(height).toBeGreaterThan(3_000);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(
      /^(After 8 s of scrolling|The page was still loading after 8 s|Only the first 100 × )/,
    );
  });
});

describe('a page that grows after it was measured', () => {
  test('is captured again and is never cut off', async () => {
    for (let count = 0; count < 3; count += 1) {
      const { image, notes } = await bench.capture('/growing', { fullPage });
      const { height, at } = await pngPixels(image);
      expect([at(5, height - 1), notes]).toEqual([colors.blue, []]);
    }
  });

  test('again and again is captured in its current state, with a note', async () => {
    const { notes } = await bench.capture('/always-growing', { fullPage });
    expect(notes).toEqual([
      'The page was still moving.',
      'The page kept changing its size while it was captured.',
    ]);
  });
});

describe('content that is skipped or hidden far from the viewport', () => {
  test('is rendered for a full page, and for an element below the viewport', async () => {
    const full = await bench.capture('/skipped', { fullPage });
    const pixels = await pngPixels(full.image);
    expect(full.height).toBe(4_000);
    for (let top = 0; top < 4_000; top += 100) expect(pixels.at(5, top)).toEqual(colors.red);
    const element = await pngPixels((await bench.capture('/skipped', { element: '#last' })).image);
    expect([element.height, element.at(5, 0), element.at(5, 399)]).toEqual([400, colors.red, colors.red]);
  });

  test('is shown after its entry animation', async () => {
    const pixels = await pngPixels((await bench.capture('/revealed', { fullPage })).image);
    for (const top of [510, 1_110, 1_710]) expect(pixels.at(5, top)).toEqual(colors.red);
  });

  test('is not covered by sticky elements', async () => {
    const pixels = await pngPixels((await bench.capture('/revealed', { element: '#target' })).image);
    expect([pixels.height, pixels.at(5, 0), pixels.at(5, 99)]).toEqual([100, colors.blue, colors.blue]);
  });
});

describe('pages larger than one tile', () => {
  test.each([20_000, 60_000])(
    'captures all of a page that is %i px tall, with every line at its position',
    async (height) => {
      const capture = await bench.capture(`/ruler?width=100&height=${height}`, {
        fullPage,
        viewport: narrow,
      });
      expect([capture.width, capture.height, capture.notes]).toEqual([100, height, []]);
      const pixels = await pngPixels(capture.image);
      const line = column(pixels, 0);
      expect(positions(line, red)).toEqual(everyStep(height));
      expect(new Set(line)).toEqual(new Set([red, colors.white.join()]));
      expect(pixels.at(99, height - 1)).toEqual(colors.blue);
    },
  );

  test('captures all of a page that is 60,000 px wide, with every line at its position', async () => {
    const viewport = { width: 400, height: 100 };
    const capture = await bench.capture('/ruler?width=60000&height=100', { fullPage, viewport });
    expect([capture.width, capture.height, capture.notes]).toEqual([60_000, 100, []]);
    expect(positions(row(await pngPixels(capture.image), 50), red)).toEqual(everyStep(60_000));
  });

  test('joins a page that is large in both directions from rows and columns', async () => {
    const capture = await bench.capture('/ruler?width=16400&height=800', { fullPage });
    expect([capture.width, capture.height]).toEqual([16_400, 800]);
    const pixels = await pngPixels(capture.image);
    for (const top of [0, 767, 768, 799]) expect(positions(row(pixels, top), red)).toEqual(everyStep(16_400));
  });

  test('captures a page only once if it moves while its image is encoded', async () => {
    let stream: ServerResponse | null = null;
    const site = await listenOnLoopback(
      createServer((request, response) => {
        if (request.url === '/events') {
          stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
          stream.flushHeaders();
        } else
          response.writeHead(200, { 'content-type': 'text/html' }).end(`<body style="margin: 0">
            <h1 style="font-size: 10px; height: 20px">A page with enough text to be complete</h1><div style="height: 60000px"></div>
            <script>new EventSource('/events').onmessage = () => document.body.firstElementChild.append('..')</script>`);
      }),
    );
    const slot = new BrowserSlot({
      executablePath: await browserPath(),
      sandbox: testSandbox(),
      isolation: async () => null,
      ...slotWithoutSupervisor,
    });
    let images = 0;
    const openMemory = () => {
      const memory = createImageMemory(Number.POSITIVE_INFINITY).open();
      return {
        ...memory,
        acquire(bytes: number, signal: AbortSignal) {
          images += 1;
          return memory.acquire(bytes, signal);
        },
        // Called after the tiles are taken and before they are encoded.
        reduce(bytes: number) {
          memory.reduce(bytes);
          stream?.write('data: 1\n\n');
        },
      };
    };
    try {
      const browser = await slot.browser();
      using _messages = browser.guardMessages(messageBudget, () => undefined);
      using deadline = withDeadline(undefined, 60_000);
      const { notes } = await runCapture(
        browser,
        captureRequest(site.url('/'), { fullPage, viewport: narrow }),
        {
          allow: parseEgressAllow(site.hostPort),
          signal: deadline.signal,
          deadline,
          openMemory,
          abandonBrowser: () => void slot.close(),
        },
      );
      expect([images, notes]).toEqual([1, []]);
    } finally {
      await slot.close();
      await site.close();
    }
  });

  test('joins a JPEG image from tiles', async () => {
    const height = 20_000;
    const { image, ...capture } = await bench.capture(`/ruler?width=400&height=${height}`, {
      ...{ fullPage, format: 'jpeg', quality: 100, thumbnailWidth: 4 },
    });
    expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 400, height });
    const { at } = await jpegPixels(image);
    const reddish = Array.from({ length: height }, (_, top) => top).filter((top) => at(50, top)[1] < 100);
    expect([capture.height, reddish]).toEqual([height, everyStep(height)]);
    expect(await sharp(capture.thumbnail!).metadata()).toMatchObject({ width: 4, height: 200 });
  });

  test('cuts off a page of 1,000,000 px at the documented limit, with a note', async () => {
    const capture = await bench.capture('/ruler?width=100&height=1000000', { fullPage, viewport: narrow });
    expect(capture.notes).toEqual(['Only the first 100 × 65000 of 100 × 1000000 pixels were captured.']);
    const { width, height } = await sharp(capture.image).metadata();
    expect([width, height]).toEqual([100, imageLimits.side]);
  });

  test('joins crops and elements exactly, and masks match the ignored element', async () => {
    const height = 20_000;
    const url = `/ruler?width=100&height=${height}`;
    const crop = { left: 25, top: 50, width: 75, height: height - 100 };
    expect(crop.height).toBeGreaterThan(tileLimits.side);
    const [cropped, element] = [
      await bench.capture(url, { crop, viewport: narrow, ignoredSelectors: ['.advert'] }),
      await bench.capture(url, { element: '#all', viewport: narrow }),
    ];
    expect([cropped.width, cropped.height, element.width, element.height]).toEqual([75, 19_900, 100, height]);
    const pixels = await pngPixels(cropped.image);
    expect(positions(column(pixels, 0), red)).toEqual(
      everyStep(height).flatMap((at) => (at >= 100 && at < 19_950 ? [at - 50] : [])),
    );
    const [mask] = cropped.masks;
    expect(mask).toEqual({ left: 45, top: 19_810, width: 30, height: 40 });
    const masked = Array.from({ length: 30 }, (_, at) =>
      column(pixels, 45 + at).slice(19_810, 19_850),
    ).flat();
    expect(new Set(masked)).toEqual(new Set([colors.magenta.join()]));
  });
});

test('captures a page that never comes to rest long before its deadline, and no note contains text from the page', async () => {
  const { notes } = await bench.capture('/restless', {}, 12_000);
  expect(notes).toEqual(['The page was still loading after 5 s.', 'The page was still moving.']);
});

test('the screenshot does not resize the page, so the page does not react to it', async () => {
  const { image, height } = await bench.capture('/responsive', { fullPage });
  const pixels = await pngPixels(image);
  expect(height).toBe(1_050);
  expect([pixels.at(5, 5), pixels.at(5, 55), pixels.at(5, 1_045)]).toEqual([
    colors.green,
    colors.green,
    colors.green,
  ]);
});

describe('unusual scrolling', () => {
  test.each([
    ['/app-shell', 1_590],
    ['/scrolling-body', 1_550],
  ])(
    'the full page of %s is the content of its scroll container, and its HTML is unchanged',
    async (path, height) => {
      const plain = await bench.capture(path, { extractHtml: true });
      const capture = await bench.capture(path, { fullPage, extractHtml: true });
      expect([capture.height, capture.html]).toEqual([height, plain.html]);
      const pixels = await pngPixels(capture.image);
      expect([pixels.at(5, height - 51), pixels.at(5, height - 50), pixels.at(5, height - 1)]).toEqual([
        colors.yellow,
        colors.green,
        colors.green,
      ]);
    },
  );

  test('overflow: hidden on the document does not hide any part of the full page', async () => {
    const { image, height } = await bench.capture('/overflow-hidden', { fullPage });
    expect([height, (await pngPixels(image)).at(399, 1_199)]).toEqual([1_200, colors.red]);
  });

  test.each(['/right-to-left', '/right-to-left?scrolled'])('captures %s from its left edge', async (path) => {
    const full = await bench.capture(path, { fullPage, ignoredSelectors: ['.advert'] });
    expect([full.width, full.height]).toEqual([1_000, 800]);
    const pixels = await pngPixels(full.image);
    expect([pixels.at(99, 5), pixels.at(100, 5), pixels.at(900, 5)]).toEqual([
      colors.red,
      colors.white,
      colors.blue,
    ]);
    expect(full.masks).toEqual([{ left: 200, top: 500, width: 60, height: 40 }]);
    const element = await bench.capture(path, { element: '#box' });
    const box = await pngPixels(element.image);
    expect([box.width, box.height, box.at(0, 0), box.at(59, 39)]).toEqual([
      60,
      40,
      colors.magenta,
      colors.magenta,
    ]);
    const crop = { left: 90, top: 0, width: 20, height: 20 };
    const cropped = await pngPixels((await bench.capture(path, { crop })).image);
    expect([cropped.at(9, 0), cropped.at(10, 0)]).toEqual([colors.red, colors.white]);
  });

  test.each([
    ['/css-zoom', 120, 80, 4],
    ['/scaled', 90, 60, 3],
  ])('an element of %s has its rendered size', async (path, width, height, border) => {
    const { image } = await bench.capture(path, { element: '#box' });
    const pixels = await pngPixels(image);
    expect([pixels.width, pixels.height]).toEqual([width, height]);
    expect([pixels.at(0, 0), pixels.at(width - 1, height - 1), pixels.at(border - 1, height >> 1)]).toEqual([
      colors.red,
      colors.red,
      colors.red,
    ]);
    expect(pixels.at(border, height >> 1)).toEqual(colors.green);
  });

  test('captures a frame element with its content', async () => {
    const { image } = await bench.capture('/frame', { element: '#frame' });
    const pixels = await pngPixels(image);
    expect([pixels.width, pixels.height, pixels.at(0, 0), pixels.at(4, 300)]).toEqual([
      410,
      310,
      colors.red,
      colors.red,
    ]);
    for (const { left, top, color } of blocks) expect(pixels.at(left + 5, top + 5)).toEqual(colors[color]);
  });
});
