import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError, TimeoutError, withTimeout } from '@shotclock/runtime';
import type { BrowserCommand } from '../isolation/browser-command.ts';
import { isolatedCommand, readyLine } from '../isolation/isolated-command.ts';
import type { IsolationKind } from '../isolation/isolation-kind.ts';
import { openNamespaceListener } from '../isolation/namespace-listener.ts';
import { createProfile, removeProfile } from './browser-profile.ts';
import { isExecutable } from './bundled-browser.ts';
import { browserEnvironment } from './launch-options.ts';

/**
 * - `auto`: browsers are isolated if the system permits it.
 * - `required`: the start fails if the system does not permit isolation.
 * - `off`: browsers are not isolated.
 */
export type IsolationSetting = 'auto' | 'required' | 'off';

/** Browsers cannot be isolated on this system. The message is one line with the cause and how to fix it. */
export class IsolationError extends StartError {
  override readonly name = 'IsolationError';
}

/**
 * The system lacked the time or the resources for the test, so its result is unknown. In that case, the start must fail:
 * otherwise a worker that starts under load would run its browsers with less isolation than the system permits.
 */
export class IsolationTestError extends StartError {
  override readonly name = 'IsolationTestError';
}

const probeMs = 20_000;
const attempts = 3;
const retryMs = 500;

export type ProbeOptions = {
  /** Folders of the worker that an isolated browser must not see. */
  hidden?: readonly string[];
  /** Called if a root worker cannot run browsers as separate users. */
  warn?: (message: string) => void;
};

/**
 * Runs the browser's `--version` in isolation, once before the first launch.
 * @returns null if the executable does not exist, because launching it reports that error
 * @throws IsolationError if the system does not permit isolation, or if the browser does not run isolated
 * @throws IsolationTestError if repeated tests yield no result
 */
export async function probeIsolation(
  executablePath: string,
  { hidden = [], warn = () => undefined }: ProbeOptions = {},
): Promise<IsolationKind | null> {
  if (process.platform !== 'linux')
    throw new IsolationError('It needs Linux namespaces.', { remedy: 'Run the worker on Linux.' });
  if (!(await isExecutable(executablePath))) return null;
  const command = { executablePath, args: ['--version'], env: browserEnvironment(executablePath), hidden };
  if (process.getuid?.() !== 0) return permitted(command, 'user-namespace');
  try {
    return await permitted(command, 'dynamic-user');
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error;
    const kind = await permitted(command, 'user-namespace');
    warn(
      `Browsers run isolated, but not as separate users: outside of their namespaces, they are root. ${error.message}`,
    );
    return kind;
  }
}

/** @throws IsolationError, IsolationTestError */
async function permitted(command: BrowserCommand, kind: IsolationKind): Promise<IsolationKind> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await runIsolated(command, kind);
      return kind;
    } catch (error) {
      const message = messageOf(error);
      if (error instanceof TimeoutError || transient.test(message)) {
        if (attempt === attempts) throw isolationTestError(message, error);
        await delay(retryMs);
      } else if (error instanceof IsolationError) throw error;
      else throw isolationError(message, error);
    }
}

async function runIsolated(command: BrowserCommand, kind: IsolationKind): Promise<void> {
  const { executablePath } = command;
  const profile = await createProfile();
  try {
    const { prefix = [], env } = await isolatedCommand(command, { kind, profile });
    const [program = '', ...args] = prefix;
    // The browser waits until the listener is open.
    const child = spawn(
      program,
      [...args, 'sh', '-c', 'read -r _; exec "$@"', 'sh', executablePath, '--version'],
      {
        env,
        stdio: ['pipe', 'ignore', 'pipe'],
      },
    );
    child.stdin.on('error', () => undefined);
    const lines: string[] = [];
    const ready = Promise.withResolvers<void>();
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line === readyLine) ready.resolve();
      lines.push(line);
    });
    const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    try {
      const ended = await withTimeout(Promise.race([ready.promise.then(() => null), closed]), probeMs);
      if (ended) throw isolationError(killed(...ended) ?? lines.findLast(isCause) ?? 'unshare failed');
      const listener = await openNamespaceListener(child.pid!, kind);
      listener.close();
      child.stdin.end('\n');
      const [code, signal] = await withTimeout(closed, probeMs);
      if (code !== 0)
        throw new IsolationError(
          sentence(
            `The browser ${executablePath} does not run in the isolated view of the file system: ${killed(code, signal) ?? lines.at(-1)}`,
          ),
          { remedy: 'Set CHROMIUM_PATH to a browser below /usr or in its own folder.' },
        );
    } finally {
      child.kill('SIGKILL');
    }
  } finally {
    await removeProfile(profile);
  }
}

/** Error codes and messages for a lack of memory, processes, file descriptors or time. */
const transient =
  /\b(EAGAIN|ENOMEM|EMFILE|ENFILE|SIGKILL)\b|Resource temporarily unavailable|Cannot (allocate memory|fork)|Too many open files|timed out/;

/**
 * The kernel kills processes when the system runs out of memory. The shell of an isolated process reports the signal as
 * an exit code.
 */
function killed(code: number | null, signal: NodeJS.Signals | null): string | undefined {
  return signal === 'SIGKILL' || code === 128 + constants.signals.SIGKILL ? 'SIGKILL' : undefined;
}

/** Without the remedy of an IsolationError, which does not help if the system lacks resources. */
function messageOf(error: unknown): string {
  if (error instanceof IsolationError) return error.problem;
  return error instanceof Error ? error.message : String(error);
}

function isolationTestError(message: string, cause: unknown): IsolationTestError {
  const problem = `The isolation of browsers could not be tested in ${attempts} attempts: ${sentence(message)}`;
  const remedy =
    'Check the load, the free memory, and the limits of processes and open files of this machine.';
  return new IsolationTestError(problem, { remedy, cause });
}

/** Error messages of util-linux, and how to fix them. */
const known: [cause: RegExp, remedy: string][] = [
  [
    /unshare.*(Operation not permitted|No space left|Permission denied|Invalid argument)|write failed .*(uid_map|setgroups)/,
    'Allow unprivileged user namespaces',
  ],
  [/mount: .*proc/, 'In a container, make /proc unmasked (systempaths=unconfined)'],
  [/mount|pivot_root/, 'Allow mounts in user namespaces (in a container: apparmor=unconfined)'],
  [/not found|ENOENT/, 'Install util-linux and iproute2'],
];

/** mount(8) adds a line that refers to the kernel log. */
function isCause(line: string): boolean {
  return !line.includes('dmesg(1)');
}

function isolationError(line: string, cause?: unknown): IsolationError {
  const remedy = known.find(([pattern]) => pattern.test(line))?.[1] ?? 'Allow user namespaces';
  return new IsolationError(sentence(line), {
    remedy: `${remedy} (docs/operations.md, "Browser isolation").`,
    cause,
  });
}

function sentence(text: string): string {
  return text.trim().replace(/[.!]?$/, '.');
}
