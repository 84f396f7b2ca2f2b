import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const fixture = fileURLToPath(new URL('./app.fixture.ts', import.meta.url));

export type Child = {
  readonly process: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves when standard output contains the text; rejects if the child exits first. */
  prints(text: string): Promise<void>;
  /** Resolves when the child has exited and its output is complete. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Starts a process that runs one scenario of the fixture app, with an IPC channel if it is `supervised`. */
export function startChild(
  scenario: string,
  { supervised = false, more = [] }: { supervised?: boolean; more?: readonly string[] } = {},
): Child {
  const child = spawn(process.execPath, [fixture, scenario, ...more], {
    stdio: ['ignore', 'pipe', 'pipe', ...(supervised ? (['ipc'] as const) : [])],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
    child.emit('printed');
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  // Not 'close', because Node.js does not emit it after this side has disconnected the IPC channel.
  const ended = Promise.all([
    once(child, 'exit'),
    once(child.stdout!, 'end'),
    once(child.stderr!, 'end'),
  ]).then(([[code, signal]]) => ({ code, signal }));
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    async prints(text) {
      while (!stdout.includes(text)) {
        const closed = await Promise.race([once(child, 'printed').then(() => false), ended.then(() => true)]);
        if (closed && !stdout.includes(text)) throw new Error(`never printed ${text}:\n${stdout}${stderr}`);
      }
    },
  };
}
