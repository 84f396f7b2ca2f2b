import { lazyPage } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CaptureError, type CaptureRequest } from '../../src/index.ts';
import { type CaptureBench, openCaptureBench, pngPixels } from '../capture-bench.fixture.ts';

const white = [255, 255, 255];
const cyan = [0, 255, 255];
const yellow = [255, 255, 0];
const red = [255, 0, 0];
const wholePage = { fullPage: true };

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench();
});
afterAll(() => bench.close());

/** Captures `/lazy`, which has a sticky header and a fixed footer, in a viewport of 400 × 300 pixels. */
async function captureLazy(options: CaptureRequest['options'], settings: Partial<CaptureRequest> = {}) {
  const capture = await bench.capture('/lazy', { ...settings, options });
  return { ...capture, pixels: await pngPixels(capture.image) };
}

describe('the option hide', () => {
  test('hides the elements that match, but leaves them in the HTML', async () => {
    expect((await captureLazy(null)).pixels.at(200, 295)).toEqual(cyan);
    const { pixels, html } = await captureLazy({ hide: ['.absent', 'footer'] }, { extractHtml: true });
    expect(pixels.at(200, 295)).toEqual(white);
    expect(pixels.at(200, 10)).toEqual(yellow);
    expect(html).toMatch(/<footer style="position:fixed/);
    expect(html).not.toContain('display: none');
  });

  test('fails the capture if the browser does not accept a selector', async () => {
    const error = await captureLazy({ hide: ['footer', '::part('] }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(CaptureError);
    expect(error).toMatchObject({
      code: 'invalid_selector',
      message: 'options.hide contains an invalid CSS selector: ::part(',
    });
  });
});

test('the option css changes how the page looks, but not its HTML', async () => {
  const css = 'header { background: rgb(1, 2, 3) !important } } p { color: red';
  const { pixels, html } = await captureLazy({ css }, { extractHtml: true });
  expect(pixels.at(200, 10)).toEqual([1, 2, 3]);
  expect(html).not.toContain('rgb(1, 2, 3)');
});

describe('the option fixed', () => {
  test('hides fixed elements, and leaves sticky ones in place', async () => {
    const { pixels } = await captureLazy({ fixed: 'hide' }, wholePage);
    expect(pixels.height).toBe(lazyPage.height);
    expect(pixels.at(200, 10)).toEqual(yellow);
    const column = Array.from({ length: pixels.height }, (_, top) => pixels.at(390, top));
    expect(column.filter((pixel) => String(pixel) === String(cyan))).toEqual([]);
    expect(column.filter((pixel) => String(pixel) === String(yellow))).toHaveLength(20);
  });
});

describe('the option scroll', () => {
  test('with the value never, content that loads during scrolling is missing', async () => {
    // maxHeight does not affect a shorter page.
    const { pixels } = await captureLazy({ maxHeight: 60_000 }, wholePage);
    expect([pixels.height, pixels.at(25, 3_525)]).toEqual([lazyPage.height, red]);
    expect((await captureLazy({ scroll: 'never' }, wholePage)).pixels.at(25, 3_525)).toEqual(white);
  });

  test('always scrolls through a page that does not reveal that it reads its scroll position', async () => {
    const block = async (options: CaptureRequest['options']) =>
      (await pngPixels((await bench.capture('/watching?by=polling', { ...wholePage, options })).image)).at(
        25,
        1_525,
      );
    expect(await block(null)).toEqual(white);
    expect(await block({ scroll: 'always' })).toEqual(red);
  });
});

test('the option maxHeight limits the height of a full page, and the scrolling', async () => {
  const { pixels, notes } = await captureLazy({ maxHeight: 1_000 }, wholePage);
  expect([pixels.width, pixels.height]).toEqual([400, 1_000]);
  expect(notes).toEqual([]);
});
