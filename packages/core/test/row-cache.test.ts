import { afterAll, expect, test } from 'vitest';
import { createRowCache } from '../src/authentication/row-cache.ts';
import { openWorkspaceForFile } from './workspace.fixture.ts';

const workspace = openWorkspaceForFile();
const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

/** A cache whose reads do not finish until the test resolves them. */
function openCache() {
  const reads: ((row: string) => void)[] = [];
  const cache = createRowCache<string>(workspace.db, {
    channel: 'row_cache_test',
    read: () => new Promise((resolve) => void reads.push(resolve)),
    onError: () => undefined,
  });
  closing.push(cache.close);
  return { cache, reads };
}

test('simultaneous requests share one read', async () => {
  const { cache, reads } = openCache();
  const found = Promise.all(Array.from({ length: 1_000 }, () => cache.find('name')));
  expect(reads).toHaveLength(1);
  reads[0]!('row');
  expect(new Set(await found)).toEqual(new Set(['row']));
});

test('a request after a change does not share a read that began before the change', async () => {
  const { cache, reads } = openCache();
  const before = cache.find('name');
  cache.forget('name');
  const after = cache.find('name');
  reads[1]!('new');
  reads[0]!('old');
  expect([await before, await after]).toEqual(['old', 'new']);
});
