import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allBehaviors, behaviorGroups, generatePage } from '../fuzz-pages/page-generator.ts';
import { pageChannels } from '../src/sites/fixture-pages/channels.ts';

const places = {
  canaryPorts: Object.fromEntries(
    [...Object.keys(pageChannels), 'names'].map((name, at) => [name, 40_000 + at]),
  ),
  domain: 'fuzz.test',
};
const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
const optionNames = Object.keys(document.components.schemas.CaptureOptionsRequest.properties);
const pagesOf = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) => generatePage({ seed, number: at + 1 }, { places }));

test('the same seed generates the same pages, and a different seed generates different pages', () => {
  expect(pagesOf(7, 50)).toEqual(pagesOf(7, 50));
  expect(pagesOf(8, 50)).not.toEqual(pagesOf(7, 50));
});

test('a page does not depend on the pages before it', () => {
  expect(generatePage({ seed: 7, number: 50 }, { places })).toEqual(pagesOf(7, 50).at(-1));
});

test('300 pages contain every behavior and every kind of response', () => {
  const pages = pagesOf(1, 300);
  const seen = new Set(pages.flatMap(({ behaviors }) => behaviors));
  expect(Object.keys(allBehaviors).filter((name) => !seen.has(name))).toEqual([]);
  expect(new Set(pages.map(({ response }) => response.kind)).size).toBe(11);
});

test('300 pages contain every capture option, and some pages contain all options or none', () => {
  const pages = pagesOf(1, 300);
  const names = pages.map(({ settings }) => Object.keys(settings.options ?? {}));
  expect(new Set(names.flat())).toEqual(new Set(optionNames));
  expect(new Set(names.map(({ length }) => length))).toContain(0);
  expect(Math.max(...names.map(({ length }) => length))).toBe(optionNames.length);
});

test('--only restricts the pages to one behavior or one group', () => {
  const limited = (only: string) => generatePage({ seed: 1, number: 1 }, { places, only: [only] }).behaviors;
  expect(limited('busy')).toEqual(['busy']);
  expect(Object.keys(behaviorGroups.networks)).toEqual(expect.arrayContaining(limited('networks')));
  expect(() => generatePage({ seed: 1, number: 1 }, { places, only: ['unknown'] })).toThrow(
    '--only must list',
  );
});
