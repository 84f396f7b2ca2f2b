import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { eventually } from '@shotclock/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFilesystemStore } from '../src/index.ts';

const nobodyUid = 65_534;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** If this process runs as root, for which file permissions have no effect, runs the work as another user. */
async function asUnprivilegedUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(nobodyUid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test('a store in a read-only folder rejects writes but serves reads', async () => {
  const dir = join(folder, 'objects');
  const store = createFilesystemStore(dir);
  await store.put('ab/cd/kept', Buffer.from('x'), 'text/plain');
  for (const path of ['.incoming', 'ab/cd', 'ab', '.', '..']) await chmod(join(dir, path), 0o555);

  const denied = expect.objectContaining({ name: 'StorageError', code: 'denied' });
  await asUnprivilegedUser(async () => {
    await expect(store.put('ab/cd/other', Buffer.from('x'), 'text/plain')).rejects.toEqual(denied);
    await expect(store.put('ef/gh/other', Buffer.from('x'), 'text/plain')).rejects.toEqual(denied);
    await expect(store.ping()).rejects.toEqual(denied);
    await expect(store.delete(['ab/cd/kept'])).rejects.toEqual(denied);
    expect(await store.exists('ab/cd/kept')).toBe(true);
  });

  for (const path of ['..', '.', 'ab', 'ab/cd', '.incoming']) await chmod(join(dir, path), 0o755);
});

test('a store is unavailable if its folder is a file', async () => {
  await writeFile(join(folder, 'objects'), 'not a folder');
  const store = createFilesystemStore(join(folder, 'objects'));
  await expect(store.ping()).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' });
});

test('a put that cannot rename its file leaves no temporary file', async () => {
  await mkdir(join(folder, 'taken/by-a-folder'), { recursive: true });
  const store = createFilesystemStore(folder);
  await expect(store.put('taken', Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
    name: 'StorageError',
  });
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
});

test('a reader never sees a partial object', async () => {
  const store = createFilesystemStore(folder);
  const body = Buffer.alloc(50_000_000, 'shot');
  const putting = store.put('ab/shot', body, 'image/png').then(() => true);
  const seen = new Set<number>();
  for (let put = false; !put; ) {
    put = await Promise.race([putting, setImmediate(false)]);
    const found = await store.get('ab/shot');
    seen.add(found ? (await buffer(found.stream)).length : 0);
  }
  expect([...seen].filter((size) => size > 0)).toEqual([body.length]);
});

test('list sorts keys by their bytes, regardless of their folders', async () => {
  const store = createFilesystemStore(folder);
  const keys = ['a/b', 'a-b/c', 'a0', 'a.b', 'ab', 'a/c/d', 'b'];
  for (const key of keys) await store.put(key, Buffer.from(key), 'text/plain');
  const listed: string[] = [];
  for (let page = await store.list({ limit: 1 }); page.length > 0; ) {
    listed.push(page[0]!.key);
    page = await store.list({ after: page[0]!.key, limit: 1 });
  }
  expect(listed).toEqual(keys.toSorted());
  expect((await store.list({ prefix: 'a/', limit: 9 })).map(({ key }) => key)).toEqual(['a/b', 'a/c/d']);
});

test('put does not rewrite an existing object of the same size', async () => {
  const store = createFilesystemStore(folder);
  await store.put('ab/shot', Buffer.from('x'), 'text/plain');
  const { ino } = await stat(join(folder, 'ab/shot'));
  await store.put('ab/shot', Buffer.from('x'), 'text/plain');
  expect((await stat(join(folder, 'ab/shot'))).ino).toBe(ino);
});

test('a put that is aborted halfway leaves no temporary file', async () => {
  const store = createFilesystemStore(folder);
  await store.ping();
  const stop = new AbortController();
  const reason = new Error('aborted');
  const putting = store.put('ab/shot', Buffer.alloc(400_000_000), 'image/png', { signal: stop.signal });
  const refused = expect(putting).rejects.toBe(reason);
  while ((await readdir(join(folder, '.incoming'))).length === 0);
  stop.abort(reason);
  await refused;
  expect(await store.exists('ab/shot')).toBe(false);
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
});

test('a killed writer leaves no object, and its temporary file can be deleted', async () => {
  const writer = spawn(process.execPath, [join(import.meta.dirname, 'put-big.fixture.ts'), folder]);
  const incoming = join(folder, '.incoming');
  await eventually(async () => (await readdir(incoming).catch(() => [])).length > 0, {
    what: 'the writer to write',
  });
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  const store = createFilesystemStore(folder);
  expect(await store.list({ limit: 10 })).toEqual([]);
  expect(await store.deleteTemporaryFiles(3_600)).toBe(0);
  await utimes(join(incoming, (await readdir(incoming))[0]!), new Date(), new Date(Date.now() - 3_601_000));
  expect(await store.deleteTemporaryFiles(3_600)).toBe(1);
  expect(await readdir(incoming)).toEqual([]);
});

const canMount = spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'true']).status === 0;

test.skipIf(!canMount)(
  'a put on a full disk rejects with the code full and leaves no temporary file',
  async () => {
    const mounted = 'mount -t tmpfs -o size=1m tmpfs "$1" && exec "$0" "$2" "$1"';
    const script = join(import.meta.dirname, 'fill-disk.fixture.ts');
    const { stdout } = await promisify(execFile)('unshare', [
      ...['--user', '--map-root-user', '--mount', 'sh', '-c', mounted],
      ...[process.execPath, folder, script],
    ]);
    expect(JSON.parse(stdout)).toEqual({
      error: { name: 'StorageError', code: 'full', retryable: false },
      kept: ['small'],
      leftovers: [],
    });
  },
);

test('deleteTemporaryFiles returns 0 if the folder does not exist', async () => {
  expect(await createFilesystemStore(join(folder, 'new')).deleteTemporaryFiles(0)).toBe(0);
});

test('a ping leaves no temporary file', async () => {
  await createFilesystemStore(folder).ping();
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
});

test('only the user that runs the process can access objects and folders, regardless of the umask', async () => {
  const dir = join(folder, 'objects');
  const umask = process.umask(0);
  try {
    const store = createFilesystemStore(dir);
    await store.put('ab/cd/shot', Buffer.from('x'), 'text/plain');
    await store.ping();
  } finally {
    process.umask(umask);
  }
  for (const path of ['.', '.incoming', 'ab', 'ab/cd'])
    expect((await stat(join(dir, path))).mode & 0o777, path).toBe(0o700);
  expect((await stat(join(dir, 'ab/cd/shot'))).mode & 0o777).toBe(0o600);
});

test('a temporary file is not readable by other users while it is written', async () => {
  const store = createFilesystemStore(folder);
  await store.ping();
  const incoming = join(folder, '.incoming');
  const umask = process.umask(0);
  try {
    let mode: number | undefined;
    // A put may finish before the test detects its temporary file.
    for (let n = 0; mode === undefined; n += 1) {
      let isPutting = true;
      const putting = store.put(`ab/shot${n}`, Buffer.alloc(100_000_000), 'image/png').finally(() => {
        isPutting = false;
      });
      while (isPutting && mode === undefined) {
        const [name] = await readdir(incoming);
        if (name) mode = (await stat(join(incoming, name)).catch(() => undefined))?.mode;
      }
      await putting;
    }
    expect(mode & 0o777).toBe(0o600);
  } finally {
    process.umask(umask);
  }
});

test('the first write restricts access to a folder from an earlier version', async () => {
  const dir = join(folder, 'objects');
  await mkdir(join(dir, 'ab/cd'), { recursive: true });
  await writeFile(join(dir, 'ab/cd/old'), 'old');
  await chmod(dir, 0o755);
  const store = createFilesystemStore(dir);
  await store.ping();
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
  expect((await buffer((await store.get('ab/cd/old'))!.stream)).toString()).toBe('old');
});

test.skipIf(process.platform === 'win32')(
  'a hanging folder leaves threads free for other work in the process',
  async () => {
    const store = createFilesystemStore(folder);
    const keys = ['1', '2', '3', '4', '5'];
    // Opening a named pipe for reading hangs until a writer opens it, like opening a file on an unreachable server.
    for (const key of keys) spawnSync('mkfifo', [join(folder, key)]);
    const reading = Promise.all(keys.map((key) => store.get(key)));
    await promisify(gzip)('a response of the API');
    // Opening the pipe here unblocks the oldest call that hangs.
    const writers = keys.map((key) => openSync(join(folder, key), constants.O_RDWR | constants.O_NONBLOCK));
    expect(await reading).toEqual(keys.map(() => null));
    for (const writer of writers) closeSync(writer);
  },
);
