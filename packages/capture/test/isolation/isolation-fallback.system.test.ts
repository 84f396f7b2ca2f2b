import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseEgressAllow } from '@shotclock/egress';
import { canDropRoot } from '@shotclock/runtime';
import { eventually } from '@shotclock/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { probeIsolation } from '../../src/browser/probe-isolation.ts';
import { createBrowserSupervisor } from '../../src/browser-supervisor.ts';
import { browserHasEnded, browserProcesses, recordLaunches } from '../browser-processes.fixture.ts';
import { openCaptureBench } from '../capture-bench.fixture.ts';
import { permittedKinds } from './isolated-process.fixture.ts';
import type { RootStart } from './root-of-a-namespace.fixture.ts';

const run = promisify(execFile);
const fixture = fileURLToPath(new URL('root-of-a-namespace.fixture.ts', import.meta.url));
const reason =
  /^Browsers run without isolation: .* unshare: .*\. Allow unprivileged user namespaces \(docs\/operations\.md/;

/** Chromium's sandbox needs user namespaces. Root also needs one around the browser. */
const sandboxWorks = process.platform === 'linux' && (process.getuid?.() !== 0 || (await canDropRoot()));

/** Starts of a root worker and their outcomes. */
const starts: [name: string, start: RootStart, outcome: object][] = [
  // The user namespace contains only one user.
  [
    'on a system where it cannot run browsers as separate users logs one warning with the cause, and captures work',
    { namespaces: 'permitted', isolation: 'auto', sandbox: false },
    {
      sizes: [400, 400],
      warnings: [expect.stringMatching(/^Browsers run isolated, but not as separate users: .* mount: /)],
    },
  ],
  [
    'with BROWSER_ISOLATION=auto logs one warning with the cause and a suggested fix, and captures work',
    { namespaces: 'denied', isolation: 'auto', sandbox: false },
    { sizes: [400, 400], warnings: [expect.stringMatching(reason)] },
  ],
  [
    'with BROWSER_ISOLATION=required fails to start, with the cause and a suggested fix',
    { namespaces: 'denied', isolation: 'required', sandbox: false },
    { error: expect.stringMatching(/^IsolationError: .*unshare: .*Allow unprivileged user namespaces/) },
  ],
  [
    'with BROWSER_ISOLATION=off does not log a warning, and captures work',
    { namespaces: 'denied', isolation: 'off', sandbox: false },
    { sizes: [400, 400], warnings: [] },
  ],
  [
    "with Chromium's sandbox fails to start, with the cause and a suggested fix",
    { namespaces: 'denied', isolation: 'auto', sandbox: true },
    {
      error: expect.stringMatching(
        /^SandboxError: .*--no-sandbox.* Allow user namespaces, .*CHROMIUM_SANDBOX=auto/,
      ),
    },
  ],
  [
    'with CHROMIUM_SANDBOX=auto logs one warning for the sandbox, with the cause and a suggested fix, and captures work',
    { namespaces: 'denied', isolation: 'auto', sandbox: 'auto' },
    {
      sizes: [400, 400],
      warnings: [
        expect.stringMatching(reason),
        expect.stringMatching(
          /^Browsers run without the Chromium sandbox: .*--no-sandbox.*\. Allow user namespaces \(docs\/operations\.md/,
        ),
      ],
    },
  ],
];

// These tests need a namespace in which they can set limits.
describe.runIf(permittedKinds.length > 0)('a root worker', () => {
  let outcomes: unknown[];
  // Loading a worker's modules takes longer than a start, so all starts share a process.
  beforeAll(async () => {
    const command = [process.execPath, fixture, JSON.stringify(starts.map(([, start]) => start))];
    const { stdout } = await run('unshare', ['--user', '--map-root-user', '--', ...command], {
      timeout: 100_000,
    });
    outcomes = JSON.parse(stdout);
  });

  test.each(starts.map(([name, , outcome], index) => [name, outcome, index] as const))(
    '%s',
    (_name, outcome, index) => {
      expect(outcomes[index]).toEqual(outcome);
    },
  );
});

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

  test('fails to start if the system lacks resources, instead of running without isolation', async () => {
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
