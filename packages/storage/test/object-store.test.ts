import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startS3Server } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createObjectStore, type ObjectStore, objectKey } from '../src/index.ts';

type Opened = {
  store: ObjectStore;
  close(): Promise<void>;
};

const adapters: Record<string, () => Promise<Opened>> = {
  async filesystem() {
    const dataDir = await mkdtemp(join(tmpdir(), 'shotclock-storage-'));
    return { store: createObjectStore({ dataDir, s3: null }), close: () => rm(dataDir, { recursive: true }) };
  },
  async s3() {
    const server = await startS3Server();
    return { store: createObjectStore({ dataDir: '/nowhere', s3: server.options }), close: server.close };
  },
};

describe.each(Object.entries(adapters))('an object store on %s', (name, open) => {
  let opened: Opened;
  let store: ObjectStore;
  beforeAll(async () => {
    opened = await open();
    store = opened.store;
  });
  afterAll(() => opened.close());

  const freshKey = () => objectKey(createHash('sha256').update(randomBytes(16)).digest('hex'));
  const read = async (key: string) => {
    const found = await store.get(key);
    return found && { size: found.size, body: await buffer(found.stream) };
  };

  test('is empty before the first put and does not require setup', async () => {
    const key = freshKey();
    expect(await store.get(key)).toBeNull();
    expect(await store.exists(key)).toBe(false);
  });

  test.each([0, 1, 3_000_000])('returns the %i bytes that were put', async (length) => {
    const key = freshKey();
    const body = randomBytes(length);
    await store.put(key, body, 'image/png');
    const found = await read(key);
    expect(found?.size).toBe(length);
    expect(found?.body.equals(body)).toBe(true);
    expect(await store.exists(key)).toBe(true);
    expect(await store.exists(key, { size: length })).toBe(true);
    expect(await store.exists(key, { size: length + 1 })).toBe(false);
  });

  test('returns the bytes of a stored file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shotclock-storage-'));
    try {
      const file = join(folder, 'body');
      const body = randomBytes(300_000);
      await writeFile(file, body);
      const sha256 = createHash('sha256').update(body).digest('hex');
      await store.put(objectKey(sha256), { file, size: body.length, sha256 }, 'image/webp');
      expect(await read(objectKey(sha256))).toEqual({ size: body.length, body });
      const missing = { file: join(folder, 'missing'), size: 1, sha256: 'a'.repeat(64) };
      await expect(store.put(objectKey(missing.sha256), missing, 'image/webp')).rejects.toThrow();
      expect(await store.exists(objectKey(missing.sha256))).toBe(false);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('returns part of an object', async () => {
    const key = freshKey();
    const body = randomBytes(100_000);
    await store.put(key, body, 'image/png');
    for (const [start, end] of [
      // s3rver treats an end of 0 as if it were missing.
      [0, 1],
      [10, 70_000],
      [99_999, 99_999],
      [0, 99_999],
    ] as const) {
      const found = await store.get(key, { range: { start, end } });
      expect(found?.size).toBe(end - start + 1);
      expect((await buffer(found!.stream)).equals(body.subarray(start, end + 1))).toBe(true);
    }
    expect(await store.get(freshKey(), { range: { start: 0, end: 0 } })).toBeNull();
  });

  test('replaces an object with an object of a different size', async () => {
    const key = freshKey();
    await store.put(key, Buffer.from('the longer first one'), 'text/plain');
    await store.put(key, Buffer.from('second'), 'text/plain');
    expect(await read(key)).toEqual({ size: 6, body: Buffer.from('second') });
  });

  test('keeps an existing object on request', async () => {
    const key = freshKey();
    await store.put(key, Buffer.from('first'), 'text/plain', { keepExisting: true });
    expect((await read(key))?.body.toString()).toBe('first');
    await store.put(key, Buffer.from('the second'), 'text/plain', { keepExisting: true });
    // s3rver ignores the condition, as some stores do.
    expect((await read(key))?.body.toString()).toBe(name === 's3' ? 'the second' : 'first');
  });

  test('replaces an object of the same size on request', async () => {
    const key = freshKey();
    await store.put(key, Buffer.from('damaged'), 'text/plain');
    await store.put(key, Buffer.from('correct'), 'text/plain', { replace: true });
    expect(await read(key)).toEqual({ size: 7, body: Buffer.from('correct') });
  });

  test('accepts concurrent puts of the same object', async () => {
    const key = freshKey();
    const body = randomBytes(200_000);
    await Promise.all(Array.from({ length: 8 }, () => store.put(key, body, 'image/png')));
    expect((await read(key))?.body.equals(body)).toBe(true);
  });

  test('stores 50 MB', async () => {
    const key = freshKey();
    const body = Buffer.alloc(50_000_000, 'shot');
    await store.put(key, body, 'image/png');
    expect((await read(key))?.body.equals(body)).toBe(true);
  });

  test('rejects operations whose signal has already aborted with the abort reason', async () => {
    const key = freshKey();
    const reason = new Error('aborted');
    const signal = AbortSignal.abort(reason);
    await expect(store.put(key, Buffer.from('x'), 'text/plain', { signal })).rejects.toBe(reason);
    await expect(store.get(key, { signal })).rejects.toBe(reason);
    await expect(store.list({ limit: 1, signal })).rejects.toBe(reason);
    expect(await store.exists(key)).toBe(false);
  });

  test('lists every object once, page by page, sorted by key', async () => {
    const keys = ['l/a/b', 'l/a0', 'l/ab', 'l/b', 'm'];
    for (const key of keys) await store.put(key, Buffer.from(key), 'text/plain');
    const listed: string[] = [];
    for (let after = ''; ; after = listed.at(-1)!) {
      const page = await store.list({ prefix: 'l/', after, limit: 2 });
      expect(page.map(({ key, size }) => size - key.length)).toEqual(page.map(() => 0));
      listed.push(...page.map(({ key }) => key));
      if (page.length < 2) break;
    }
    expect(listed).toEqual(keys.filter((key) => key.startsWith('l/')).toSorted());
    const all = await store.list({ limit: 1_000 });
    expect(all.map(({ key }) => key)).toEqual(all.map(({ key }) => key).toSorted());
    expect(all.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
    expect(await store.list({ after: 'zz', limit: 10 })).toEqual([]);
  });

  test('deletes an object, and accepts a second deletion', async () => {
    const key = freshKey();
    await store.put(key, Buffer.from('x'), 'text/plain');
    await store.delete([key]);
    expect(await store.exists(key)).toBe(false);
    expect(await store.get(key)).toBeNull();
    await store.delete([key]);
  });

  test('deletes exactly the given objects, even if some do not exist', async () => {
    const keys = Array.from({ length: 120 }, freshKey);
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key), 'text/plain')));
    await store.delete([freshKey(), ...keys.slice(1), freshKey()]);
    expect(await Promise.all(keys.map((key) => store.exists(key)))).toEqual(keys.map((_, n) => n === 0));
    await store.delete([]);
  });

  test('does not return an object for a prefix of its key', async () => {
    const key = freshKey();
    await store.put(key, Buffer.from('x'), 'text/plain');
    expect(await store.exists(key.slice(0, 5))).toBe(false);
    expect(await store.get(key.slice(0, 5))).toBeNull();
  });

  test('responds to a ping', async () => {
    await store.ping();
  });

  test.each([
    '../escape',
    'a/../../b',
    '/etc/passwd',
    'a//b',
    '.incoming/x',
    '',
    'a\\..\\b',
    'a\0b',
    'x'.repeat(513),
  ])('refuses the key %j', async (key) => {
    const refused = expect.objectContaining({ name: 'StorageError', code: 'invalid_key' });
    await expect(store.put(key, Buffer.from('x'), 'text/plain')).rejects.toEqual(refused);
    await expect(store.get(key)).rejects.toEqual(refused);
    await expect(store.exists(key)).rejects.toEqual(refused);
    await expect(store.delete([key])).rejects.toEqual(refused);
  });
});
