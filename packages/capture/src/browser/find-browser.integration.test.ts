import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { allowNothing } from '@shotclock/egress';
import { quietLogger, testSandbox } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowserSupervisor } from '../browser-supervisor.ts';
import { bundledBrowser, isExecutable } from './bundled-browser.ts';
import { BrowserMissingError, findBrowser } from './find-browser.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-find-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('findBrowser finds a browser without settings', async () => {
  expect(await isExecutable(await findBrowser({ chromiumPath: null }))).toBe(true);
});

test('findBrowser returns the given path', async () => {
  expect(await findBrowser({ chromiumPath: process.execPath })).toBe(process.execPath);
});

test('a path without an executable fails with a message that suggests a fix', async () => {
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

test.runIf(process.platform === 'linux')('reports the cause if the folder is not writable', async () => {
  const blocked = join(folder, 'blocked');
  await mkdir(blocked);
  await expect(bundledBrowser(join(process.execPath, 'cache'))).rejects.toMatchObject({
    message: 'the bundled Chromium could not be unpacked',
    cause: expect.objectContaining({ code: 'ENOTDIR' }),
  });
});

const run = promisify(execFile);
const nobody = { uid: 65_534, gid: 65_534 };
const planted = '#!/bin/sh\necho planted\n';

/** Returns the name of the browser's folder in the cache, which any user can determine. */
async function browserFolder(): Promise<string> {
  const [name] = await readdir(join(folder, 'cache'));
  return name!;
}

/** Finds the browser in a new process with this environment. Returns its path or the error. */
async function findInProcess(env: Record<string, string>): Promise<string> {
  const module = JSON.stringify(new URL('./bundled-browser.ts', import.meta.url).href);
  const script = `const { bundledBrowser } = await import(${module});
    console.log(await bundledBrowser().catch((error) => String(error.cause)));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env,
    cwd: '/',
  });
  return stdout.trim();
}

describe.runIf(process.platform === 'linux')('the cache of the bundled browser', () => {
  let cacheDir: string;
  let executable: string;
  beforeAll(async () => {
    cacheDir = join(folder, 'cache');
    executable = await bundledBrowser(cacheDir);
  }, 120_000);

  test('is accessible only to this user, regardless of the umask', async () => {
    expect((await stat(cacheDir)).mode & 0o777).toBe(0o700);
    await chmod(cacheDir, 0o777);
    expect(await bundledBrowser(cacheDir)).toBe(executable);
    expect((await stat(cacheDir)).mode & 0o777).toBe(0o700);
  });

  test('is reused without reading the files', async () => {
    const { ino } = await stat(executable);
    expect(await bundledBrowser(cacheDir)).toBe(executable);
    expect((await stat(executable)).ino).toBe(ino);
  });

  test('is reused after a browser has run, because the browser does not write files next to its executable', async () => {
    const { ino } = await stat(executable);
    const browsers = createBrowserSupervisor({
      executablePath: executable,
      sandbox: testSandbox(),
      isolation: 'off',
      processes: 1,
      allow: allowNothing,
      logger: quietLogger,
    });
    await browsers.start();
    await browsers.close();
    expect(await bundledBrowser(cacheDir)).toBe(executable);
    expect((await stat(executable)).ino).toBe(ino);
  }, 60_000);

  test('is reused if only the timestamps have changed, because the content is checked', async () => {
    const { ino } = await stat(executable);
    await utimes(executable, new Date(), new Date());
    expect(await bundledBrowser(cacheDir)).toBe(executable);
    expect((await stat(executable)).ino).toBe(ino);
  });

  test('is unpacked again if the executable was replaced, even with the same size and times', async () => {
    const { mtime, size } = await stat(executable);
    await writeFile(executable, planted.padEnd(size, ' '));
    await utimes(executable, mtime, mtime);
    await bundledBrowser(cacheDir);
    expect((await readFile(executable)).subarray(0, 4).toString('latin1')).toBe('\x7fELF');
  }, 120_000);

  test('is rejected in a folder that other users can write to', async () => {
    const open = join(folder, 'open');
    await mkdir(open);
    await chmod(open, 0o777);
    await expect(bundledBrowser(join(open, 'cache'))).rejects.toMatchObject({
      cause: { message: expect.stringContaining(`other users can write to ${open}`) },
    });
  });

  test('leaves no temporary folders', async () => {
    expect(await readdir(cacheDir)).toEqual([await browserFolder()]);
  });
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('a planted browser', () => {
  /**
   * As the user nobody, plants an executable at the path in the temporary folder where root looks if it has no home
   * directory.
   */
  async function plant(): Promise<{ temporary: string; place: string }> {
    const temporary = await mkdtemp(join(tmpdir(), 'shotclock-sticky-'));
    await chmod(temporary, 0o1777);
    const place = join(temporary, 'shotclock-0');
    const name = await browserFolder();
    const script = `mkdir -p "$1/$2" && printf '%s' "$3" > "$1/$2/chromium" && chmod 755 "$1/$2/chromium"`;
    await run('sh', ['-c', script, 'sh', place, name, planted], nobody);
    return { temporary, place };
  }

  test('is not used by root without a home directory if user nobody owns it', async () => {
    const { temporary, place } = await plant();
    try {
      const found = await findInProcess({ HOME: '/dev/null', TMPDIR: temporary });
      expect(found).toMatch(`StartError: ${place} belongs to another user (uid 65534)`);
    } finally {
      await rm(temporary, { recursive: true });
    }
  });
});
