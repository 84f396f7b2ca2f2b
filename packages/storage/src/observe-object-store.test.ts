import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFilesystemStore } from './filesystem-store.ts';
import { observeObjectStore } from './observe-object-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-observed-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('an observed store behaves like the original store and reports the result of each operation', async () => {
  const seen: string[] = [];
  const store = observeObjectStore(createFilesystemStore(folder), (operation, seconds, result) => {
    expect(seconds).toBeGreaterThanOrEqual(0);
    seen.push(`${operation} ${result}`);
  });
  await store.put('a', Buffer.from('content'), 'text/plain');
  expect(await store.exists('a')).toBe(true);
  const found = await store.get('a');
  expect(Buffer.concat(await found!.stream.toArray()).toString()).toBe('content');
  expect(await store.list({ limit: 10 })).toEqual([{ key: 'a', size: 7 }]);
  await store.delete(['a']);
  expect([await store.get('a'), await store.exists('a')]).toEqual([null, false]);
  await expect(store.get('not a key')).rejects.toThrow();
  expect(seen).toEqual([
    'put succeeded',
    'exists succeeded',
    'get succeeded',
    'list succeeded',
    'delete succeeded',
    'get missing',
    'exists missing',
    'get failed',
  ]);
});
