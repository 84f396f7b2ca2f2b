import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryPages } from './library-pages/all.ts';
import { type LibrarySite, startLibrarySite } from './library-site.ts';

let site: LibrarySite;
beforeAll(async () => {
  site = await startLibrarySite();
});
afterAll(() => site.close());

const textOf = async (path: string) => {
  const response = await fetch(site.url(path));
  expect(response.status, path).toBe(200);
  return response.text();
};

test('the site serves all pages, and each change results in a different document', async () => {
  for (const { path, changes } of libraryPages) {
    const documents = [await textOf(path)];
    for (const change of changes) documents.push(await textOf(`${path}?change=${change}`));
    expect(new Set(documents).size, path).toBe(documents.length);
  }
});

test('the site serves the files that its documents refer to', async () => {
  const files = new Set<string>();
  for (const { path } of libraryPages) {
    const named = (await textOf(path)).matchAll(/<(?:script|img|link)\b[^>]*?\b(?:src|href)="([^"]+)"/g);
    for (const [, address = ''] of named)
      files.add(new URL(address, site.url(path)).href.replace(/ms=\d+/, ''));
  }
  // The packages do not contain all of their icons.
  const expected = [...files].filter((url) => !/^data:|never|missing|icon|manifest|\$\{/.test(url));
  const statuses = await Promise.all(
    expected.map(async (url) => {
      const { status, body } = await fetch(url);
      await body?.cancel();
      return { url, status };
    }),
  );
  expect(statuses.filter(({ url, status }) => status !== 200 || !url.startsWith(site.url('/')))).toEqual([]);
});

test('page names are unique', () => {
  const names = libraryPages.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
