import { type LibraryPage, libraryPages, repetitions } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LibraryBench, openLibraryBench } from './library-bench.fixture.ts';

/** One page of each kind, for the quick test run. */
const quick = new Set([
  'native-lazy',
  'late-video',
  'aos-once',
  'viewport-sections-fixed-bars',
  'narrow-screen-transition',
  'css-finite',
  'server-events',
  'chart-bar',
  'aos-repeat',
  'swagger-ui',
  'shop-homepage',
  'cookie-banner',
  'transition-bars',
]);
const isThorough = repetitions({ usual: 0, thorough: 1 }) === 1;
const pages = libraryPages.filter(({ name }) => isThorough || quick.has(name));

let bench: LibraryBench;
beforeAll(async () => {
  bench = await openLibraryBench();
});
afterAll(() => bench.close());

/** Asserts that two captures of the page are correct, and that they are identical if the page comes to rest. */
async function assertRight(page: LibraryPage): Promise<void> {
  const [first, second] = [await bench.capture(page), await bench.capture(page)];
  expect([...first.faults, ...second.faults]).toEqual([]);
  if (page.rests) expect(second.hash).toBe(first.hash);
}

test.each(pages)('captures the page $name in its final state', assertRight);

test('every page in the quick list exists on the site', () => {
  const names = new Set(libraryPages.map(({ name }) => name));
  expect([...quick].filter((name) => !names.has(name))).toEqual([]);
});
