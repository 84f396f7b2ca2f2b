import { type LibraryPage, libraryPages, repetitions } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LibraryBench, openLibraryBench } from './library-bench.fixture.ts';

/** Pages of which captures are not right yet. A page that has become right fails its test: remove its name. */
const knownWrong = new Set<string>([]);

/** Pages of which two captures can differ. They are right; that they are equal is not asserted yet. */
const knownUnequal = new Set([
  'agency',
  'new-age',
  'freelancer',
  'grayscale',
  'gentelella-index',
  'gentelella-index2',
  'gentelella-chartjs',
]);

/** One page of each kind, for the ordinary run. */
const quick = new Set([
  'native-lazy',
  'aos-once',
  'viewport-sections-fixed-bars',
  'narrow-screen-transition',
  'css-finite',
  'server-events',
  'chart-bar',
  'aos-repeat',
  'swagger-ui',
  'shop-homepage',
]);
const isThorough = repetitions({ usual: 0, thorough: 1 }) === 1;
const pages = libraryPages.filter(({ name }) => isThorough || quick.has(name));

let bench: LibraryBench;
beforeAll(async () => {
  bench = await openLibraryBench();
});
afterAll(() => bench.close());

/** Two captures of the page are right, and they are equal if the page comes to rest. */
async function assertRight(page: LibraryPage): Promise<void> {
  const [first, second] = [await bench.capture(page), await bench.capture(page)];
  expect([...first.faults, ...second.faults]).toEqual([]);
  if (page.rests && !knownUnequal.has(page.name)) expect(second.hash).toBe(first.hash);
}

describe('a page of libraries', () => {
  const [wrong, right] = [
    pages.filter(({ name }) => knownWrong.has(name)),
    pages.filter(({ name }) => !knownWrong.has(name)),
  ];
  test.each(right)('$name is captured as it is at rest', assertRight);
  test.fails.each(wrong)('$name is not captured as it is at rest yet', assertRight);
});

test('every name of a known fault is a page', () => {
  const names = new Set(libraryPages.map(({ name }) => name));
  expect([...knownWrong, ...knownUnequal, ...quick].filter((name) => !names.has(name))).toEqual([]);
});
