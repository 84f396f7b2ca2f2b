import { repetitions } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CaptureBench, openCaptureBench } from '../capture-bench.fixture.ts';

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench();
});
afterAll(() => bench.close());

// If a navigation commits before the image is drawn, Chromium drops the screenshot command and never responds to it.
test.each([{ fullPage: false }, { fullPage: true }])(
  'a capture of a page that navigates at any time shows the first or the second document, with %o',
  async (settings) => {
    const capture = async (path: string) => (await bench.capture(path, settings, 10_000)).image;
    const first = await capture('/leaves?ms=60000');
    const second = await capture('/window-high');
    const count = repetitions({ usual: 6, thorough: 40 });
    for (let at = 0; at < count; at += 1) {
      const image = await capture(`/leaves?ms=${(at * 120) / count}`);
      expect([first, second].some((expected) => expected.equals(image))).toBe(true);
    }
  },
  120_000,
);

test('a capture of a page with a meta refresh shows the target', async () => {
  const expected = await bench.capture('/blocks');
  for (let count = 0; count < repetitions({ usual: 3, thorough: 20 }); count += 1)
    expect((await bench.capture('/meta-refresh', {}, 10_000)).image.equals(expected.image)).toBe(true);
}, 120_000);
