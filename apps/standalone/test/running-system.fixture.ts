import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@shotclock/embedded';
import { canDropRoot, processEnv } from '@shotclock/runtime';
import { bundledApps, eventually } from '@shotclock/testing';

const startProgram = new URL('../src/main.ts', import.meta.url);
/** The program that `pnpm dev` starts. */
export const devProgram = new URL('../../../scripts/dev.ts', import.meta.url);
/** Time limit for startup, in case it hangs. On a very busy machine, startup takes minutes. */
const startTimeoutMs = 240_000;

export type Standalone = {
  origin: string;
  dataDir: string;
  /** The text printed so far. */
  output(): string;
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  process: ChildProcess;
  /** Process IDs of the children that run `apps/<name>`. */
  pidsOf(name: 'api' | 'scheduler' | 'worker'): Promise<number[]>;
};

/** Starts standalone, or another program, with its own port and data folder. Does not wait until it is ready. */
export async function spawnStandalone(
  env: Record<string, string>,
  { program = startProgram, args = [] }: { program?: URL; args?: string[] } = {},
): Promise<Standalone> {
  const port = env.PORT ?? String(await freePort());
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'shotclock-standalone-')));
  // Without user namespaces, root cannot use Chromium's sandbox.
  const root = process.getuid?.() === 0 && !(await canDropRoot());
  const child = spawn(process.execPath, [fileURLToPath(program), ...args], {
    env: {
      ...processEnv(),
      // `pnpm dev` runs the sources.
      ...(program === startProgram ? bundledApps() : {}),
      DATABASE_URL: '',
      REDIS_URL: '',
      DEMO: 'off',
      WORKER_CONCURRENCY: '2',
      SHUTDOWN_GRACE_SECONDS: '10',
      CAPTURE_LEASE_SECONDS: '5',
      ...(root ? { CHROMIUM_SANDBOX: 'off' } : {}),
      ...env,
      PORT: port,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    output: () => output,
    exit,
    process: child,
    pidsOf: (name) => descendants(child.pid!, `apps/${name}/src/main.ts`),
  };
}

/** Starts standalone and waits until it prints that it is running. */
export async function startStandalone(
  env: Record<string, string> = {},
  options: { program?: URL; args?: string[] } = {},
): Promise<Standalone> {
  const system = await spawnStandalone(env, options);
  let ended = false;
  void system.exit.then(() => {
    ended = true;
  });
  await eventually(() => ended || system.output().includes('Shotclock is running'), {
    timeoutMs: startTimeoutMs,
    what: 'standalone to start',
  });
  if (ended) throw new Error(`standalone did not start:\n${system.output()}`);
  return system;
}

/**
 * Returns the four user IDs (real, effective, saved, filesystem) of each of a worker's browser processes (proc_pid_status(5)).
 */
export async function usersOfBrowsers(worker: number): Promise<number[][]> {
  const programOf = async (pid: number) =>
    (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')[0]!;
  // The worker's other descendants start a browser or wait for one outside its namespaces.
  const browsers = await Promise.all((await descendants(worker, '--type=')).map(programOf));
  const users: number[][] = [];
  for (const pid of await descendants(worker, '')) {
    if (!browsers.includes(await programOf(pid))) continue;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const [, ids] = /^Uid:\t(.*)$/m.exec(status) ?? [];
    if (ids) users.push(ids.split('\t').map(Number));
  }
  return users;
}

/** Shuts standalone down gracefully and removes its data. */
export async function stopStandalone(system: Standalone): Promise<{ code: number | null }> {
  system.process.kill('SIGTERM');
  const exit = await system.exit;
  await rm(system.dataDir, { recursive: true, force: true });
  return exit;
}

async function descendants(root: number, command: string): Promise<number[]> {
  const parents = new Map<number, number>();
  const matching: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => null);
    const line = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    if (!stat) continue;
    parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    if (line.includes(command)) matching.push(Number(entry));
  }
  const isDescendant = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || isDescendant(parents.get(pid)));
  return matching.filter((pid) => pid !== root && isDescendant(pid));
}
