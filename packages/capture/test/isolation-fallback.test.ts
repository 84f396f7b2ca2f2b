import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { probeIsolation } from '../src/isolation/probe-isolation.ts';
import { permittedKinds } from './isolated-process.fixture.ts';

const run = promisify(execFile);
const fixture = fileURLToPath(new URL('without-namespaces.fixture.ts', import.meta.url));
const reason =
  /^Browsers run without isolation: .* unshare: .*\. Allow unprivileged user namespaces \(docs\/operations\.md/;

// These tests need a namespace in which they can set limits.
describe.runIf(permittedKinds.length > 0)('on a system without namespaces', () => {
  const start = async (setting: string) => {
    const command = ['--user', '--map-root-user', '--', process.execPath, fixture, setting];
    const { stdout } = await run('unshare', command, { timeout: 60_000 });
    return JSON.parse(stdout);
  };

  test('BROWSER_ISOLATION=auto logs one warning with the cause and the remedy, and captures work', async () => {
    expect(await start('auto')).toEqual({ sizes: [400, 400], warnings: [expect.stringMatching(reason)] });
  }, 60_000);

  test('BROWSER_ISOLATION=required stops the start with the cause and the remedy', async () => {
    expect(await start('required')).toEqual({
      error: expect.stringMatching(/^IsolationError: .*unshare: .*Allow unprivileged user namespaces/),
    });
  }, 60_000);

  test('BROWSER_ISOLATION=off logs no warning, and captures work', async () => {
    expect(await start('off')).toEqual({ sizes: [400, 400], warnings: [] });
  }, 60_000);
});

describe.runIf(permittedKinds.length > 0)('the probe', () => {
  test('refuses a browser that does not run in the isolated view, with the line that it printed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shotclock-probe-'));
    try {
      const executablePath = join(folder, 'browser');
      await writeFile(executablePath, '#!/bin/sh\necho missing library >&2\nexit 1\n');
      await chmod(executablePath, 0o755);
      await expect(probeIsolation(executablePath)).rejects.toThrow(
        `The browser ${executablePath} does not run in the isolated view of the file system: missing library`,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('leaves a missing browser to the launch', async () => {
    expect(await probeIsolation('/nowhere/chromium')).toBeNull();
  });
});
