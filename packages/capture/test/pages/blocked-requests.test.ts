import { requestedKinds } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CaptureRequest } from '../../src/index.ts';
import { pngPixels } from '../capture-bench.fixture.ts';
import { type EmulationBench, openEmulationBench } from './emulation.fixture.ts';

let bench: EmulationBench;
beforeAll(async () => {
  bench = await openEmulationBench();
});
afterAll(() => bench.close());

const places = ['page', 'frame'] as const;
const kindsOf = (...types: (keyof typeof requestedKinds)[]) => types.flatMap((type) => requestedKinds[type]);
const ofPlaces = (kinds: readonly string[]) =>
  places.flatMap((place) => kinds.map((kind) => `${place} ${kind}`));
const all = ofPlaces(kindsOf('image', 'font', 'media', 'script', 'others'));

/** Captures `/requesting`; frames of other sites run in its process or, with `isolated`, in their own. */
async function captureRequesting(options: CaptureRequest['options'], isolated = false) {
  const from = bench.site.requests.length;
  const path = `/requesting?frame=${bench.other}`;
  const settings = { waitFor: '[data-complete]', extractHtml: true, options };
  const capture = await (isolated ? bench.captureIsolated : bench.capture)(path, settings);
  const requests = bench.site.requests
    .slice(from)
    .flatMap(
      ({ path: sent }) => /^\/requested\?place=([\w-]+)&kind=([\w-]+)/.exec(sent)?.slice(1).join(' ') ?? [],
    );
  return { ...capture, sent: [...new Set(requests)].sort(), pixels: await pngPixels(capture.image) };
}

const red = [255, 0, 0];
const white = [255, 255, 255];

test('without these options, all requests are sent', async () => {
  const { sent, pixels } = await captureRequesting(null);
  expect(sent).toEqual(all.toSorted());
  expect([pixels.at(25, 25), pixels.at(25, 75)]).toEqual([red, red]);
});

describe.each([
  ['in the process of their page', false],
  ['in processes of their own', true],
])('with frames from other sites %s', (_, isolated) => {
  test('the option blockUrls blocks requests from the page, its frames and its workers', async () => {
    const { sent, pixels, notes, html, page } = await captureRequesting(
      { blockUrls: ['https://absent.test/*', '*://*:*/requested'] },
      isolated,
    );
    expect(sent).toEqual([]);
    expect([pixels.at(25, 25), pixels.at(25, 75)]).toEqual([white, white]);
    expect(notes).toEqual([]);
    expect(html).not.toContain('visibility');
    expect(page.requests.failed).toBe(0);
    expect(page.requests.blocked).toBeGreaterThan(9);
  }, 30_000);

  test('the option blockTypes blocks the given types in the page, its frames and its dedicated workers', async () => {
    const { sent, pixels, notes, page } = await captureRequesting(
      { blockTypes: ['image', 'font', 'media', 'script'] },
      isolated,
    );
    expect(sent).toEqual(ofPlaces(kindsOf('others')).sort());
    expect([pixels.at(25, 25), pixels.at(25, 75)]).toEqual([white, red]);
    expect(notes).toEqual([]);
    expect(page.requests.failed).toBe(0);
    expect(page.requests.blocked).toBeGreaterThan(5);
  }, 30_000);
});

test('other requests are sent', async () => {
  const { sent } = await captureRequesting({
    blockUrls: ['*://frame.test:*/requested\\?*kind=data'],
    blockTypes: ['font'],
  });
  expect(sent).toEqual(all.filter((one) => one !== 'frame data' && !one.endsWith('font')).sort());
}, 30_000);

test('a pattern with many wildcards is matched in linear time for any URL', async () => {
  const js = `await new Promise((resolve) => {
    const image = document.body.appendChild(new Image());
    image.onload = image.onerror = resolve;
    image.src = '/requested?place=page&kind=image&' + 'a'.repeat(4_000);
  })`;
  const blockUrls = [`*://*:*/requested\\?${'*a'.repeat(100)}*b`];
  const { page, notes } = await bench.capture('/blocks', { options: { js, blockUrls } });
  expect([page.requests.blocked, notes]).toEqual([0, []]);
}, 30_000);

test('lazy images of a blocked type are not reported as missing', async () => {
  const { notes, page } = await bench.capture('/lazy', {
    fullPage: true,
    options: { blockTypes: ['image'] },
  });
  expect(notes).toEqual([]);
  expect(page.requests.blocked).toBeGreaterThan(0);
});

describe('a capture whose page matches a pattern fails', () => {
  test.each([
    ['itself', '/blocks', '*://*:*/blocks'],
    ['after a redirect', '/redirect', '*://*:*/blocks'],
    ['after a script', '/leaves?ms=0', '*://*:*/window-high'],
  ])('%s', async (_, path, pattern) => {
    const error = await bench.failure(path, { delayMs: 500, options: { blockUrls: [pattern] } });
    expect(error).toMatchObject({
      code: 'url_refused',
      message: 'The URL of the page, or a URL that it leads to, matches a pattern of options.blockUrls.',
    });
    expect(error.image).toBeNull();
  });
});
