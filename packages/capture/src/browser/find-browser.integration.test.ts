import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledBrowser, isExecutable } from './bundled-browser.ts';
import { BrowserMissingError, findBrowser } from './find-browser.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-find-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('findBrowser finds a browser without settings', async () => {
  expect(await isExecutable(await findBrowser({}))).toBe(true);
});

test('findBrowser returns the given path', async () => {
  expect(await findBrowser({ chromiumPath: process.execPath })).toBe(process.execPath);
});

test('a path without an executable fails with a message that has the remedy', async () => {
  const error: unknown = await findBrowser({ chromiumPath: '/nowhere/chromium' }).catch((reason) => reason);
  expect(error).toBeInstanceOf(BrowserMissingError);
  expect(String(error)).toBe(
    'BrowserMissingError: There is no executable at /nowhere/chromium. ' +
      'Install chromium-headless-shell (or Chrome or Chromium), or set CHROMIUM_PATH to its executable.',
  );
});

test.runIf(process.platform === 'linux')(
  'concurrent calls unpack the bundled browser once',
  async () => {
    const cacheDir = join(folder, 'cache');
    const [first, second] = await Promise.all([bundledBrowser(cacheDir), bundledBrowser(cacheDir)]);
    expect(first).toBe(second);
    expect(await isExecutable(first!)).toBe(true);
    const [name, ...others] = await readdir(cacheDir);
    expect(others).toEqual([]);
    expect(await readdir(join(cacheDir, name!))).toEqual(
      expect.arrayContaining(['chromium', 'fonts', 'fonts.conf']),
    );
  },
  120_000,
);

test.runIf(process.platform === 'linux')('a folder that is not writable fails with the cause', async () => {
  const blocked = join(folder, 'blocked');
  await mkdir(blocked);
  await expect(bundledBrowser(join(process.execPath, 'cache'))).rejects.toMatchObject({
    message: 'the bundled Chromium could not be unpacked',
    cause: expect.objectContaining({ code: 'ENOTDIR' }),
  });
});
