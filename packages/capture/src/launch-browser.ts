import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { bounded, ranOut } from './bounded.ts';
import { type CdpConnection, connectCdp } from './cdp/cdp-connection.ts';
import type { CdpSession } from './cdp/cdp-session.ts';

export type BrowserCommand = { executablePath: string; args: string[]; env: Record<string, string> };

/** A browser process that runs or has run. */
export type Browser = {
  /** The browser's own session. */
  readonly root: CdpSession;
  /** The session of a page, by the id that the browser gave it. */
  session(sessionId: string): CdpSession;
  /** False once the process or its pipe has ended. */
  readonly connected: boolean;
  /** `disconnected`: the process or its pipe has ended. */
  once(event: 'disconnected', listener: () => void): void;
  off(event: 'disconnected', listener: () => void): void;
  /** Like `HeadlessChrome/156.0.7800.0`. */
  readonly version: string;
  process(): ChildProcess;
  /** Asks the browser to end and waits until it has. */
  close(): Promise<void>;
};

/** So long a browser may take to answer for the first time. */
const startMs = 30_000;
/** So long a killed process may take to be gone; with an orderly end before, less than the 5 s of a slot after its deadline. */
const killMs = 1_500;
/** Characters of its error output that explain why it did not start. */
const explanationLength = 4_000;

/** Starts a browser and waits until it answers. @throws Error with the end of its error output */
export async function launchBrowser({ executablePath, args, env }: BrowserCommand): Promise<Browser> {
  const child = spawn(executablePath, args, {
    env,
    // The leader of a process group: its renderers end with it.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let complaint = '';
  const complain = (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-explanationLength);
  };
  const spawned = new Promise<never>((_, reject) => child.once('error', reject));
  spawned.catch(() => undefined);
  child.stderr?.on('data', complain);
  try {
    const connection = connectCdp(child.stdio[4] as Readable, child.stdio[3] as Writable);
    const answer = await bounded(Promise.race([greet(connection), spawned]), startMs);
    if (answer === ranOut) throw new Error(`The browser did not answer within ${startMs / 1_000} s.`);
    child.stderr?.off('data', complain).resume();
    return browserOf(child, connection, answer.product, exited);
  } catch (cause) {
    await killTree(child);
    throw new Error(`${executablePath} did not start: ${complaint.trim() || String(cause)}`, { cause });
  }
}

async function greet({ root }: CdpConnection) {
  const [version] = await Promise.all([
    root.send('Browser.getVersion'),
    // Every new page, also one that a page opens by itself, waits until it is told to go on.
    root.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    }),
  ]);
  return version;
}

function browserOf(
  child: ChildProcess,
  { root, session }: CdpConnection,
  version: string,
  exited: Promise<void>,
): Browser {
  const events = new EventEmitter<{ disconnected: [] }>();
  void exited.then(() => root.detach());
  void root.ended.then(() => events.emit('disconnected'));
  return {
    root,
    session,
    get connected() {
      return !root.detached;
    },
    once: (event, listener) => void events.once(event, listener),
    off: (event, listener) => void events.off(event, listener),
    version,
    process: () => child,
    async close() {
      await root.send('Browser.close').catch(() => undefined);
      await exited;
    },
  };
}

/** Ends a browser and its renderers at once, and waits for it. */
export async function killTree(child: ChildProcess | null): Promise<void> {
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
  await bounded(exited, killMs);
}
