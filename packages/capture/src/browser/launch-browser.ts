import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { launch, type Process } from '@puppeteer/browsers';
import { withTimeout } from '@shotclock/runtime';
import { type Browser, type CDPSession, connect, type Protocol } from 'puppeteer';
import type { BrowserCommand } from '../isolation/browser-command.ts';
import { readyLine } from '../isolation/isolated-command.ts';
import type { IsolationKind } from '../isolation/isolation-kind.ts';
import { type NamespaceListener, openNamespaceListener } from '../isolation/namespace-listener.ts';
import type { CaptureError } from '../model/capture-error.ts';
import { browserStartError } from './browser-start-error.ts';
import type { MessageBudget } from './message-meter.ts';
import { type MessageGuard, PipeTransport } from './pipe-transport.ts';
import { type ProcessPriority, processPriority } from './process-priority.ts';
import { childProcesses } from './process-usage.ts';
import { keepRecentOutput } from './recent-output.ts';
import { signalOfCode } from './signal-of-code.ts';

/** A browser process that Puppeteer controls. After the process has exited, `puppeteer` is disconnected. */
export type BrowserProcess = {
  readonly puppeteer: Browser;
  /**
   * The session of the browser target. New pages attach to this session, paused until `Runtime.runIfWaitingForDebugger`.
   */
  readonly root: CDPSession;
  readonly pid: number;
  /** For example `HeadlessChrome/156.0.7800.0`. */
  readonly version: string;
  /**
   * Accepts the connections of an isolated browser. Null if the browser can connect to the worker's loopback interface.
   */
  readonly listener: NamespaceListener | null;
  readonly priority: ProcessPriority;
  /** Resolves when the process has exited. */
  readonly exited: Promise<void>;
  /**
   * Call this after the connection has closed. Waits up to 1 s until the process has exited, and otherwise kills it.
   * @returns how the process exited
   */
  findExit(): Promise<BrowserExit>;
  /** Sends `Page.captureScreenshot` and returns the bytes of the image. */
  captureScreenshot(page: CDPSession, params: Protocol.Page.CaptureScreenshotRequest): Promise<Buffer>;
  /** Limits the messages during one capture. A browser that exceeds a limit is killed after `failed` has been called. */
  guardMessages(budget: MessageBudget, failed: (error: CaptureError) => void): MessageGuard;
  /** Asks the browser to exit and waits until it has exited. */
  close(): Promise<void>;
  /** Kills the browser with all its processes and waits until it has exited. */
  kill(): Promise<void>;
};

export type BrowserExit = {
  /** Both are null if the browser closed the connection without exiting. */
  exitCode: number | null;
  signal: string | null;
  /** The message that the worker did not accept, so that it killed the browser; null if there is none. */
  refused: string | null;
  /** The last lines that the browser printed, at most 8 KiB. */
  output: string[];
};

/** Time limit for the first response from a browser. */
const startMs = 30_000;
/** Time limit for a browser to exit after it closed its pipes. */
const exitMs = 1_000;
/** Time limit for a killed process to exit. After its deadline, a slot has 5 s for this and for a regular close. */
const killMs = 1_500;
/** The events that Puppeteer uses to track a browser's targets. */
const targetEvents = [
  'Target.targetCreated',
  'Target.targetInfoChanged',
  'Target.targetDestroyed',
  'Target.attachedToTarget',
  'Target.detachedFromTarget',
] as const;
/** Maximum number of file descriptors needed to start a process. */
const neededDescriptors = 24;

/** Starts a browser and connects Puppeteer to it. @throws BrowserStartError */
export async function launchBrowser(command: BrowserCommand): Promise<BrowserProcess> {
  const { executablePath, args, env, isolation, prefix = [] } = command;
  requireDescriptors(executablePath);
  const [program = '', ...before] = [...prefix, executablePath];
  const child = launch({
    executablePath: program,
    args: [...before, ...args],
    env,
    pipe: true,
    // The worker's lifecycle handles signals.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const kill = () => killProcess(child, isolation);
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  child.nodeProcess.on('error', reject);
  // The pipes close before the exit code is available and the output has been read completely.
  const closed = new Promise((resolve) => child.nodeProcess.once('close', resolve));
  const hasClosed = () => withTimeout(closed, exitMs, { fallback: undefined });
  try {
    return await withTimeout(Promise.race([start(child, { kill, hasClosed, isolation }), failed]), startMs);
  } catch (error) {
    if (child.nodeProcess.pid !== undefined) await hasClosed();
    const { exitCode, signalCode: signal } = child.nodeProcess;
    await kill();
    throw browserStartError({
      executablePath,
      error,
      output: child.getRecentLogs().filter((line) => line !== readyLine),
      exitCode,
      signal,
    });
  }
}

/**
 * Without free file descriptors, `launch` throws before its error event can be handled, and the unhandled event
 * terminates this process.
 * @throws BrowserStartError
 */
function requireDescriptors(executablePath: string): void {
  const opened: number[] = [];
  try {
    while (opened.length < neededDescriptors) opened.push(openSync(devNull, 'r'));
  } catch (error) {
    throw browserStartError({ executablePath, error });
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

type Launched = {
  kill: () => Promise<void>;
  /** Resolves when the process has exited and all of its output has been read, or after 1 s. */
  hasClosed: () => Promise<unknown>;
  isolation: IsolationKind | undefined;
};

async function start(child: Process, { kill, hasClosed, isolation }: Launched): Promise<BrowserProcess> {
  const failure: { error?: Error } = {};
  const [connected, listener] = await Promise.all([
    connectPuppeteer(child, {
      kill,
      refused: (error) => {
        failure.error = error;
      },
    }),
    isolation ? listenInNamespace(child, isolation) : null,
  ]);
  const output = keepRecentOutput(stopRecording(child));
  const findExit = async () => {
    await hasClosed();
    const { exitCode, signalCode } = child.nodeProcess;
    await kill().catch(() => undefined);
    const signal = signalCode ?? signalOfCode(exitCode) ?? null;
    return { exitCode, signal, refused: failure.error?.message ?? null, output: output() };
  };
  return { ...connected, listener, findExit };
}

async function listenInNamespace(child: Process, isolation: IsolationKind): Promise<NamespaceListener> {
  await child.waitForLineOutput(new RegExp(readyLine));
  const listener = await openNamespaceListener(child.nodeProcess.pid!, isolation);
  void child.hasClosed().then(() => listener.close());
  return listener;
}

async function connectPuppeteer(
  child: Process,
  { kill, refused }: { kill: () => Promise<void>; refused: (error: Error) => void },
): Promise<Omit<BrowserProcess, 'listener' | 'findExit'>> {
  const { stdio, pid } = child.nodeProcess;
  const transport = new PipeTransport(stdio[4] as Readable, stdio[3] as Writable);
  // Child processes of a crashed browser may keep its pipes open.
  const exited = child.hasClosed();
  transport.onfailure = (error) => {
    refused(error);
    void kill().catch(() => undefined);
  };
  void exited.then(() => transport.close());
  const puppeteer = await connect({
    transport,
    defaultViewport: null,
    // Captures have a deadline. A protocol timeout would require a timer for each command.
    protocolTimeout: 0,
    // Puppeteer does not attach to any page, because creating its page objects costs 11–17% of a small capture (ADR 18).
    targetFilter: (target) => target.type() === 'browser',
  });
  const root = await puppeteer.target().createCDPSession();
  const connection = root.connection()!;
  const [version] = await Promise.all([
    puppeteer.version(),
    // Puppeteer's auto-attach would resume every page immediately.
    connection.send('Target.setAutoAttach', {
      autoAttach: false,
      waitForDebuggerOnStart: false,
      flatten: true,
    }),
    connection.send('Target.setDiscoverTargets', { discover: false }),
    // All new pages are paused, including those that pages open.
    root.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    }),
  ]);
  // Puppeteer handles these events asynchronously, so an invalid event would cause an unhandled rejection. Puppeteer's
  // targets are not used.
  for (const event of targetEvents) connection.removeAllListeners(event);
  return {
    puppeteer,
    root,
    pid: pid!,
    version,
    priority: processPriority(pid!),
    exited,
    async captureScreenshot(page, params) {
      const { data } = await page.send('Page.captureScreenshot', params);
      return transport.takeImage(data);
    },
    guardMessages: (budget, failed) => transport.guard(budget, failed),
    async close() {
      await puppeteer.close();
      await exited;
    },
    kill,
  };
}

/**
 * `@puppeteer/browsers` keeps the last 1,000 lines of output, which a page can make arbitrarily long.
 * @returns the streams with the output
 */
function stopRecording({ nodeProcess: { stdout, stderr } }: Process): (Readable | null)[] {
  for (const output of [stdout, stderr]) output?.removeAllListeners('data');
  return [stdout, stderr];
}

/** Resolves when no process of the browser is running, isolated or not, or after twice `killMs`. */
async function killProcess(child: Process, isolation: IsolationKind | undefined): Promise<void> {
  const { pid } = child.nodeProcess;
  const hasExited = () => child.nodeProcess.exitCode !== null || child.nodeProcess.signalCode !== null;
  const exited = () => withTimeout(child.hasClosed(), killMs, { fallback: undefined });
  if (pid === undefined || hasExited()) return;
  // `unshare` exits after PID 1 of the namespace, which exits after all other processes in the namespace.
  if (isolation && killChildren(pid)) await exited();
  if (hasExited()) return;
  child.kill();
  await exited();
}

/** @returns whether there was a child process */
function killChildren(pid: number): boolean {
  const children = childProcesses(pid);
  for (const child of children)
    try {
      process.kill(child, 'SIGKILL');
    } catch {
      // The process has exited.
    }
  return children.length > 0;
}
