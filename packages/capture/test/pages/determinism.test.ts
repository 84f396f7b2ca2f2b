import { createHash } from 'node:crypto';
import { repetitions } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CaptureRequest } from '../../src/index.ts';
import { type CaptureBench, openCaptureBench, pngPixels } from '../capture-bench.fixture.ts';

let bench: CaptureBench;
beforeAll(async () => {
  bench = await openCaptureBench({ processes: 2, limits: { captures: 4 } });
});
afterAll(() => bench.close());
const pages: [string, Partial<CaptureRequest>][] = [
  ['/moving', {}],
  ['/moving', { format: 'jpeg', thumbnailWidth: 50 }],
  ['/moving', { fullPage: true, viewport: { width: 300, height: 100 } }],
  ['/lazy', { fullPage: true }],
  ['/boilerplate/404.html', {}],
];
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('an unchanged page', () => {
  test('yields identical bytes in concurrent captures and after the browser is replaced', async () => {
    const seen = pages.map(() => new Set<string>());
    const work = Array.from({ length: repetitions({ usual: 10, thorough: 50 }) }, (_, index) =>
      index < 10 ? index % pages.length : 0,
    );
    work.sort(() => Math.random() - 0.5);
    const run = async () => {
      for (let at = work.pop(); at !== undefined; at = work.pop()) {
        const [path, settings] = pages[at]!;
        // The varying delay changes the state of the animations.
        const { image, thumbnail } = await bench.capture(path, {
          ...settings,
          delayMs: Math.floor(Math.random() * 150),
        });
        seen[at]!.add(sha256(image) + (thumbnail ? sha256(thumbnail) : ''));
      }
    };
    await Promise.all([run(), run()]);
    expect(seen.map(({ size }) => size)).toEqual(pages.map(() => 1));
  }, 90_000);

  test('looks the same regardless of how often parts of it were repainted', async () => {
    const { image } = await bench.capture('/recolored?times=0');
    for (const times of [2, 8, 14])
      expect(sha256((await bench.capture(`/recolored?times=${times}`)).image)).toBe(sha256(image));
  });

  test('shows the final frame of finite animations and the first frame of infinite ones', async () => {
    const pixels = await pngPixels((await bench.capture('/moving')).image);
    const greenest = Array.from({ length: 4_000 }, (_, at) => pixels.at(at % 80, 20 + Math.floor(at / 80)));
    expect(greenest).toContainEqual([0, 128, 0]);
    expect([pixels.at(0, 19), pixels.at(39, 0)]).not.toContainEqual([255, 255, 255]);
  });
});
