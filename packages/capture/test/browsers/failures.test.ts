import { colors, type FixtureSite, startFixtureSite } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noObserver } from '../../src/model/capture-observer.ts';
import { recordLaunches } from '../browser-processes.fixture.ts';
import {
  type CaptureBench,
  jpegPixels,
  openCaptureBench,
  pngPixels,
  type Rgb,
} from '../capture-bench.fixture.ts';

const { pids, logger } = recordLaunches();
let stepEnded: ((step: string) => void) | undefined;
const observer = { ...noObserver, stepEnded: (step: string) => stepEnded?.(step) };
let bench: CaptureBench;
let closed: FixtureSite;
beforeAll(async () => {
  closed = await startFixtureSite();
  bench = await openCaptureBench({ logger, observer }, closed.hostPort);
  await closed.close();
});
afterAll(() => bench.close());

/** Returns the fixture color that is closest to a JPEG pixel, because JPEG changes colors slightly. */
const nearestColor = (pixel: Rgb) =>
  Object.entries(colors).find(([, color]) => color.every((one, n) => Math.abs(one - pixel[n]!) < 24))?.[0];

describe('failed captures', () => {
  const second = { waitUntilTimeoutMs: 1_000 };
  /** Failures of a page that was loaded and can be shown. */
  const shown = ['invalid_selector', 'element_not_found', 'element_not_visible', 'crop_outside_page'];
  const cases: [path: string, settings: object, code: string, message: RegExp][] = [
    ['file:///etc/passwd', {}, 'url_refused', /^The URL was refused: only http/],
    ['http://169.254.169.254/', {}, 'url_refused', /^The URL was refused: .*\.$/],
    ['http://[::1]:9/', {}, 'url_refused', /refused/],
    ['/redirect-to-private', {}, 'url_refused', /.\.$/],
    ['http://nowhere.invalid/', {}, 'name_not_resolved', /nowhere\.invalid/],
    ['https://nowhere.invalid/', {}, 'name_not_resolved', /nowhere\.invalid/],
    ['/reset', {}, 'connection_failed', /.\.$/],
    ['/empty-answer', {}, 'connection_failed', /.\.$/],
    ['/redirect-loop', {}, 'too_many_redirects', /too many times/],
    ['/attachment', {}, 'not_a_page', /download/],
    ['/no-content', {}, 'not_a_page', /204/],
    ['/silent', second, 'timed_out', /did not respond within 1 s/],
    ['/blocks', { waitFor: '##' }, 'invalid_selector', /^waitFor .*##/],
    ['/blocks', { element: '##' }, 'invalid_selector', /^element .*##/],
    ['/blocks', { element: '#nothing' }, 'element_not_found', /#nothing/],
    ['/elements', { element: '#hidden' }, 'element_not_visible', /#hidden/],
    ['/elements', { element: '#empty' }, 'element_not_visible', /#empty/],
    ['/blocks', { crop: { left: 0, top: 300, width: 10, height: 10 } }, 'crop_outside_page', /400 × 300/],
  ];

  test.each(cases)('a capture of %s with %j fails with %s', async (path, settings, code, message) => {
    const error = await bench.failure(path, settings);
    expect(error).toMatchObject({ code });
    expect(error.message).toMatch(message);
    expect(error.image !== null).toBe(shown.includes(code));
  });

  test('the failure image shows the viewport of the page, and loggers do not write it', async () => {
    const error = await bench.failure('/blocks', { element: '#nothing' });
    const image = await jpegPixels(error.image!);
    expect([image.width, image.height]).toEqual([400, 300]);
    expect(nearestColor(image.at(50, 50))).toBe('red');
    expect(nearestColor(image.at(350, 50))).toBe('green');
    expect(Object.keys(error)).not.toContain('image');
  });

  test('scales the failure image of a large viewport down to two megapixels', async () => {
    const viewport = { width: 6_000, height: 5_000 };
    const { image } = await bench.failure('/blocks', { element: '#nothing', viewport });
    const { width, height, at } = await jpegPixels(image!);
    expect([width, height]).toEqual([1_586, 1_322]);
    // 100 pixels of the page become 26 pixels in the image.
    expect(nearestColor(at(13, 13))).toBe('red');
    expect(nearestColor(at(200, 200))).toBe('white');
  });

  test('takes a failure image of a page that can be painted at the deadline', async () => {
    const error = await bench.failure('/blocks', { waitFor: '#nothing' }, 4_000);
    expect(error).toMatchObject({ code: 'deadline_exceeded', image: expect.any(Buffer) });
  });

  test('a browser crash while the failure image is taken does not change the failure', async () => {
    stepEnded = (step) => {
      if (step === 'wait') process.kill(pids.at(-1)!, 'SIGKILL');
    };
    const error = await bench.failure('/blocks', { waitFor: '##' });
    stepEnded = undefined;
    // The image may still be received before the browser exits.
    expect(error).toMatchObject({ code: 'invalid_selector' });
  });

  test('a capture of a closed port fails with connection_refused', async () => {
    expect(await bench.failure(closed.url('/blocks'))).toMatchObject({ code: 'connection_refused' });
  });

  test('a capture fails after 15 s if no element matches waitFor', async () => {
    const started = performance.now();
    const error = await bench.failure('/blocks', { waitFor: '#nothing' });
    const tookMs = performance.now() - started;
    expect(error).toMatchObject({ code: 'selector_not_found', image: expect.any(Buffer) });
    expect(tookMs).toBeGreaterThan(14_900);
    // This is twice the timeout, because loading and capturing take longer on a busy machine.
    expect(tookMs).toBeLessThan(30_000);
  }, 40_000);
});

describe('unusual pages', () => {
  test.each([
    ['/not-found', 'The page responded with 404 Not Found.'],
    ['/server-error', 'The page responded with 500 Internal Server Error.'],
  ])('%s is captured with the note "%s"', async (path, note) => {
    const capture = await bench.capture(path);
    expect(capture.notes).toEqual([note]);
    expect((await pngPixels(capture.image)).at(50, 50)).toEqual(colors.magenta);
  });

  test.each(['/redirect', '/script-redirect', '/meta-refresh'])('follows %s to its target', async (path) => {
    const capture = await bench.capture(path);
    expect(capture.notes).toEqual([]);
    expect((await pngPixels(capture.image)).at(350, 50)).toEqual(colors.green);
  });

  test('captures a plain text document', async () => {
    const { text } = await bench.capture('/plain', { extractText: true });
    expect(text).toBe('Just a line of text.');
  });

  test.each(['/alert', '/popups'])('captures %s without showing dialogs or opening windows', async (path) => {
    expect((await pngPixels((await bench.capture(path)).image)).at(50, 50)).toEqual(colors.red);
  });

  test('captures a page that has replaced built-ins', async () => {
    const capture = await bench.capture('/changed-builtins', {
      waitFor: 'p',
      element: 'div',
      extractText: true,
    });
    expect([capture.width, capture.height]).toEqual([100, 100]);
    expect(capture.text).toBe('Still readable');
  });

  test('reports a refused connection in a note', async () => {
    const { notes } = await bench.capture('/private-image');
    expect(notes).toEqual([expect.stringMatching(/^A connection to 10\.0\.0\.1:80 was refused: .+\.$/)]);
  });

  test('counts images that cannot be loaded, grouped by host, except invisible ones', async () => {
    const { notes } = await bench.capture('/failed-images');
    expect(notes).toEqual(['4 images failed to load from 127.0.0.1.']);
  });

  test('a page cannot reach servers on this machine unless they are allowed', async () => {
    const other = await startFixtureSite();
    const { notes } = await bench
      .capture(`/embed?src=${other.url('/blocks')}`, { delayMs: 300 })
      .finally(() => other.close());
    expect(other.requests).toEqual([]);
    expect(notes).toEqual([expect.stringContaining(`A connection to ${other.hostPort} was refused`)]);
  });
});
