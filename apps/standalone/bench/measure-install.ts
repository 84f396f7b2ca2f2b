import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@shotclock/embedded';
import { processEnv } from '@shotclock/runtime';
import { eventually } from '@shotclock/testing';
import { startCountingProxy } from './counting-proxy.ts';

/** Sizes are null if everything is already installed. */
export type Measurement = { seconds: number; downloadedMb: number | null; diskMb: number | null };

const root = fileURLToPath(new URL('../../../', import.meta.url));
const captureMs = 900_000;

/** Packs the npm package. npm would download it. */
export async function buildPackage(): Promise<{ tarball: string; bytes: number } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-package-'));
  const pnpm = ['--yes', 'pnpm@12', '--filter', '@shotclock/npm', 'build'];
  execFileSync('npx', pnpm, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('npm', ['pack', '--silent', join(root, 'apps/npm/dist')], { cwd: folder, stdio: 'ignore' });
  const [name] = await readdir(folder);
  const tarball = join(folder, name!);
  const { size } = await stat(tarball);
  return { tarball, bytes: size, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/**
 * Runs commands in an empty folder, with an empty home folder, until the demo has its first capture.
 * @param options.localBytes files that the commands read from this machine instead of downloading them
 */
export async function installWith(options: {
  commands: string[];
  localBytes?: number;
}): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-first-'));
  const [home, work] = [join(folder, 'home'), join(folder, 'work')];
  await Promise.all([mkdir(home), mkdir(work)]);
  const [proxy, port] = [await startCountingProxy(), await freePort()];
  const began = performance.now();
  const child = spawn('sh', ['-ec', options.commands.join('\n')], {
    cwd: work,
    stdio: ['ignore', 'ignore', 'inherit'],
    // A group, which is stopped as a whole.
    detached: true,
    env: {
      ...processEnv(),
      // Shells and npm find the same Node as this process.
      PATH: `${dirname(process.execPath)}:${processEnv().PATH}`,
      HOME: home,
      npm_config_yes: 'true',
      https_proxy: proxy.url,
      HTTPS_PROXY: proxy.url,
      REPOSITORY: `file://${root}`,
      PORT: String(port),
    },
  });
  const exited = once(child, 'exit');
  try {
    await eventually(async () => child.exitCode !== null || (await hasCapture(port)), {
      timeoutMs: captureMs,
      what: 'the first capture',
    });
    if (child.exitCode !== null) throw new Error(`the command exited with ${child.exitCode}`);
    const seconds = (performance.now() - began) / 1_000;
    const clonedBytes = await folderBytes(join(work, '.git'));
    const downloadedBytes = proxy.takeBytes() + clonedBytes + (options.localBytes ?? 0);
    const cacheBytes = await folderBytes(join(home, '.npm/_cacache'));
    const diskBytes = (await folderBytes(folder)) - cacheBytes;
    return { seconds, downloadedMb: downloadedBytes / 1e6, diskMb: diskBytes / 1e6 };
  } finally {
    if (child.exitCode === null) {
      process.kill(-child.pid!, 'SIGINT');
      await exited;
    }
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function hasCapture(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/screenshots?status=SUCCESS`).catch(
    () => null,
  );
  return response?.ok === true && ((await response.json()) as { totalElements: number }).totalElements > 0;
}

/** The disk space of a folder, or 0 if it does not exist. Files that change meanwhile are ignored. */
async function folderBytes(folder: string): Promise<number> {
  const child = spawn('du', ['-s', '-B1', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  return Number(output.split('\t')[0]) || 0;
}
