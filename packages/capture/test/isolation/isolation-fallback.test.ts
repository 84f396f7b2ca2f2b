import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseEgressAllow } from '@shotclock/egress';
import { canDropRoot } from '@shotclock/runtime';
import { eventually } from '@shotclock/testing';
import { describe, expect, test } from 'vitest';
import { probeIsolation } from '../../src/browser/probe-isolation.ts';
import { createBrowserSupervisor } from '../../src/browser-supervisor.ts';
import { browserHasEnded, browserProcesses, recordLaunches } from '../browser-processes.fixture.ts';
import { openCaptureBench } from '../capture-bench.fixture.ts';
import { permittedKinds } from './isolated-process.fixture.ts';

const run = promisify(execFile);
const fixture = fileURLToPath(new URL('root-of-a-namespace.fixture.ts', import.meta.url));
const reason =
  /^Browsers run without isolation: .* unshare: .*\. Allow unprivileged user namespaces \(docs\/operations\.md/;

/** Chromium's sandbox needs user namespaces. Root also needs one around the browser. */
const sandboxWorks = process.platform === 'linux' && (process.getuid?.() !== 0 || (await canDropRoot()));

async function startAsRoot(isolation: string, sandbox: string, namespaces: 'permitted' | 'denied') {
  const command = [process.execPath, fixture, isolation, sandbox, namespaces];
  const { stdout } = await run('unshare', ['--user', '--map-root-user', '--', ...command], {
    timeout: 60_000,
  });
  return JSON.parse(stdout);
}

// These tests need a namespace in which they can set limits.
describe.runIf(permittedKinds.length > 0)('on a system without namespaces', () => {
  const start = (isolation: string, sandbox = 'off') => startAsRoot(isolation, sandbox, 'denied');

  test('BROWSER_ISOLATION=auto logs one warning with the cause and the remedy, and captures work', async () => {
    expect(await start('auto')).toEqual({ sizes: [400, 400], warnings: [expect.stringMatching(reason)] });
  }, 60_000);

  test('BROWSER_ISOLATION=required stops the start with the cause and the remedy', async () => {
    expect(await start('required')).toEqual({
      error: expect.stringMatching(/^IsolationError: .*unshare: .*Allow unprivileged user namespaces/),
    });
  }, 60_000);

  test('BROWSER_ISOLATION=off does not log a warning, and captures work', async () => {
    expect(await start('off')).toEqual({ sizes: [400, 400], warnings: [] });
  }, 60_000);

  test("the start of a root worker with Chromium's sandbox fails with the cause and the remedy", async () => {
    expect(await start('auto', 'on')).toEqual({
      error: expect.stringMatching(
        /^BrowserStartError: .*--no-sandbox.* Allow user namespaces, .*CHROMIUM_SANDBOX=off/,
      ),
    });
  }, 60_000);
});

// Runs as root of a user namespace that contains only one user.
test.runIf(permittedKinds.length > 0)(
  'a root worker that cannot run browsers as separate users logs one warning with the cause, and captures work',
  async () => {
    expect(await startAsRoot('auto', 'off', 'permitted')).toEqual({
      sizes: [400, 400],
      warnings: [expect.stringMatching(/^Browsers run isolated, but not as separate users: .* mount: /)],
    });
  },
  60_000,
);

// When the tests run as root, this is the browser of a worker whose system permits only user namespaces.
describe.runIf(sandboxWorks)("a browser with Chromium's sandbox and without isolation", () => {
  test('has none of the capabilities of a root worker, captures pages, and ends with its first process', async () => {
    const { pids, logger } = recordLaunches();
    const bench = await openCaptureBench({ logger, isolation: 'off', sandbox: true });
    try {
      await bench.capture('/blocks');
      const members = await browserProcesses(pids[0]!);
      expect(members.find(({ command }) => command.includes('--type=renderer'))?.status).toMatch(
        /^Seccomp:\t2$/m,
      );
      const own = await readlink('/proc/self/ns/user');
      if (process.getuid?.() === 0) for (const { users } of members) expect(users).not.toBe(own);
      expect(members.find(({ pid }) => pid === pids[0])?.status).toMatch(/^CapEff:\t0+$/m);
      process.kill(pids[0]!, 'SIGKILL');
      await eventually(() => browserHasEnded(pids[0]!), { what: 'all processes of the browser to end' });
      await bench.capture('/blocks');
    } finally {
      await bench.close();
    }
  }, 60_000);
});

describe.runIf(permittedKinds.length > 0)('the probe', () => {
  test('rejects a browser that does not run in the isolated view, and quotes the line that it printed', async () => {
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

  test('fails the start if the system lacks resources, instead of running without isolation', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shotclock-probe-'));
    try {
      const executablePath = join(folder, 'browser');
      await writeFile(executablePath, '#!/bin/sh\necho "browser: Cannot fork" >&2\nexit 2\n', {
        mode: 0o755,
      });
      const { messages, logger } = recordLaunches();
      const supervisor = createBrowserSupervisor({
        executablePath,
        sandbox: false,
        isolation: 'auto',
        processes: 1,
        allow: parseEgressAllow(''),
        logger,
      });
      await expect(supervisor.start()).rejects.toMatchObject({
        name: 'IsolationTestError',
        message: expect.stringMatching(/could not be tested in 3 attempts: .*: browser: Cannot fork\. Check/),
      });
      expect(messages).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('lets the launch report a missing browser', async () => {
    expect(await probeIsolation('/nowhere/chromium')).toBeNull();
  });
});
