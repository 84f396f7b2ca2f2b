import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEgressAllow } from '@shotclock/egress';
import { testBrowser, testSandbox } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BrowserStartError,
  type CaptureLogger,
  createBrowserSupervisor,
  findBrowser,
} from '../../src/index.ts';
import { captureRequest } from '../capture-bench.fixture.ts';
import { permittedKinds } from '../isolation/isolated-process.fixture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function supervisorOf(
  executablePath: string,
  isolation: 'auto' | 'off' | 'required' = 'auto',
  sandbox = true,
) {
  const errors: string[] = [];
  const ignore = () => undefined;
  const logger: CaptureLogger = {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (_details, message) => errors.push(message),
  };
  const supervisor = createBrowserSupervisor({
    executablePath,
    sandbox,
    isolation,
    processes: 1,
    allow: parseEgressAllow(''),
    logger,
  });
  return { supervisor, errors };
}

/** An executable that prints `line` to standard error and exits with code 1. */
async function failingBrowser(name: string, line: string, mode = 0o755): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\necho '${line}' >&2\nexit 1\n`);
  await chmod(path, mode);
  return path;
}

const startError = async (executablePath: string, isolation?: 'off' | 'required', sandbox?: boolean) => {
  const { supervisor } = supervisorOf(executablePath, isolation, sandbox);
  const error: unknown = await supervisor.start().catch((reason) => reason);
  expect(supervisor.healthy()).toBe(false);
  await supervisor.close();
  expect(error).toBeInstanceOf(BrowserStartError);
  return (error as BrowserStartError).message;
};

test('a startup error contains the line that the browser printed, and suggests a fix', async () => {
  const path = await failingBrowser(
    'no-sandbox',
    '[1:1:1122/032750.79:FATAL:zygote.cc:128] No usable sandbox!',
  );
  expect(await startError(path)).toBe(
    `The browser ${path} did not start: No usable sandbox! Allow unprivileged user namespaces on this machine. ` +
      'Where that is impossible, CHROMIUM_SANDBOX=auto starts the browser without a sandbox (see docs/operations.md).',
  );
});

test('a startup error reports a missing executable', async () => {
  expect(await startError('/nowhere/chromium')).toMatch(
    /^The browser \/nowhere\/chromium did not start: spawn \/nowhere\/chromium ENOENT\. Install the browser\./,
  );
});

test('a startup error reports a file that is not executable', async () => {
  const path = await failingBrowser('not-executable', '', 0o644);
  expect(await startError(path)).toContain(`spawn ${path} EACCES. Make the file executable`);
});

test('a startup error contains the exit code if the browser printed nothing', async () => {
  expect(await startError('/bin/false')).toContain('did not start: it exited with code 1. Set CHROMIUM_PATH');
});

/** Returns the test browser with an empty fontconfig, to simulate a machine without fonts. */
async function browserWithoutFonts(): Promise<string> {
  const installed = await findBrowser(testBrowser());
  const path = join(folder, 'chromium');
  await symlink(installed, path);
  const libraries = join(dirname(installed), 'al2023');
  if (existsSync(libraries)) await symlink(libraries, join(folder, 'al2023'));
  await writeFile(join(folder, 'fonts.conf'), '<fontconfig></fontconfig>');
  return path;
}

test.runIf(process.platform === 'linux')('does not start a browser that finds no fonts', async () => {
  const path = await browserWithoutFonts();
  const message =
    `The browser ${path} did not start: it draws no text, because it finds no fonts. ` +
    "Install fonts on the worker's machine, for example with `apt install fonts-liberation`.";
  expect(await startError(path, 'off', testSandbox())).toBe(message);
  if (permittedKinds.length > 0) expect(await startError(path, 'required', testSandbox())).toBe(message);
});

describe.runIf(permittedKinds.length > 0)('the startup error of an isolated browser', () => {
  test.each([
    [
      'no-usable-sandbox',
      "echo 'zygote.cc: No usable sandbox!' >&2; exit 1",
      'zygote.cc: No usable sandbox! Allow unprivileged user namespaces on this machine.',
    ],
    ['silent', 'exit 3', 'it exited with code 3. Set CHROMIUM_PATH'],
    ['killed', 'kill -SEGV $$', 'it was killed by SIGSEGV. Set CHROMIUM_PATH'],
    ['removed', 'exec /nowhere/chromium', '/nowhere/chromium: not found. Install the browser.'],
  ])('%s contains the cause and suggests a fix', async (name, command, message) => {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\n[ "$1" = --version ] || { ${command}; }\n`);
    await chmod(path, 0o755);
    expect(await startError(path, 'required')).toContain(message);
  });
});

test('a capture whose browser cannot start fails with browser_unavailable, and the log contains the cause', async () => {
  const { supervisor, errors } = supervisorOf('/nowhere/chromium');
  const options = { signal: new AbortController().signal, deadlineMs: 10_000 };
  await expect(supervisor.capture(captureRequest('http://example.com/'), options)).rejects.toMatchObject({
    code: 'browser_unavailable',
    message: 'The browser could not be started.',
    cause: expect.any(BrowserStartError),
  });
  expect(errors).toEqual([expect.stringContaining('spawn /nowhere/chromium ENOENT')]);
  await supervisor.close();
});
