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

test('a browser is found without being told where', async () => {
  expect(await isExecutable(await findBrowser({}))).toBe(true);
});

test('the path that was given is taken', async () => {
  expect(await findBrowser({ chromiumPath: process.execPath })).toBe(process.execPath);
});

test('a path that is no executable is one line with the remedy', async () => {
  const error: unknown = await findBrowser({ chromiumPath: '/nowhere/chromium' }).catch((fault) => fault);
  expect(error).toBeInstanceOf(BrowserMissingError);
  expect(String(error)).toBe(
    'BrowserMissingError: There is no executable at /nowhere/chromium. ' +
      'Install chromium-headless-shell (or Chrome or Chromium), or set CHROMIUM_PATH to its executable.',
  );
});

test.runIf(process.platform === 'linux')(
  'the bundled browser is unpacked whole, once, also when two want it',
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

test.runIf(process.platform === 'linux')(
  'a folder that cannot be written is a fault with its cause',
  async () => {
    const blocked = join(folder, 'blocked');
    await mkdir(blocked);
    await expect(bundledBrowser(join(process.execPath, 'cache'))).rejects.toMatchObject({
      message: 'the bundled Chromium could not be unpacked',
      cause: expect.objectContaining({ code: 'ENOTDIR' }),
    });
  },
);
