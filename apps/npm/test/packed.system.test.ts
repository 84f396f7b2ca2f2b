// Packs the package, and installs it in an empty folder, as `npx shotclock` does.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@shotclock/embedded';
import { processEnv } from '@shotclock/runtime';
import { eventually, startOtlpReceiver } from '@shotclock/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const source = fileURLToPath(new URL('../', import.meta.url));
const startMs = 120_000;

let folder: string;
let env: Record<string, string | undefined>;
let installed: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-npm-'));
  installed = join(folder, 'node_modules/shotclock');
  // Without the test runner's options for Node.
  const inherited = { ...processEnv(), NODE_OPTIONS: undefined, NODE_ENV: undefined };
  env = { ...inherited, PATH: `${dirname(process.execPath)}:${processEnv().PATH}` };
  await run(process.execPath, ['scripts/build.ts'], { cwd: source, env });
  await run('npm', ['pack', join(source, 'dist')], { cwd: folder, env });
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${tarball}`], {
    cwd: folder,
    env,
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the system, and waits until it runs. */
async function start(
  port: number,
  settings: Record<string, string> = {},
): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn(join(folder, 'node_modules/.bin/shotclock'), [], {
    cwd: folder,
    env: { ...env, ...settings, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Ends a system that a failed test has not stopped.
  onTestFinished(() => void child.kill());
  let printed = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const isReady = async () =>
    // The API is ready before the system says that it runs.
    printed.includes('Shotclock is running.') &&
    child.exitCode === null &&
    (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  await eventually(() => isReady().catch(() => false), { timeoutMs: startMs, what: 'the system' });
  return { child, output: () => printed };
}

async function stop({ child, output }: Awaited<ReturnType<typeof start>>): Promise<string> {
  const closed = once(child, 'close');
  child.kill('SIGINT');
  await closed;
  return output();
}

const shotclock = (...args: string[]) =>
  run(join(folder, 'node_modules/.bin/shotclock'), args, { cwd: folder, env });

test('the package contains bundles with the patched libraries, their licenses, and no sources', async () => {
  const names = await readdir(installed);
  expect(names.sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin',
    'licenses.txt',
    'package.json',
    'programs',
    'settings.md',
  ]);
  const programs = join(installed, 'programs');
  const bundles = (await readdir(programs)).filter((name) => name.endsWith('.js'));
  const code = (await Promise.all(bundles.map((name) => readFile(join(programs, name), 'utf8')))).join('\n');
  // From patches/postgres@3.4.9.patch.
  expect(code).toContain('connection.lives++');
  const files = await readdir(installed, { recursive: true });
  const isOfHandbook = (name: string) => name.includes('handbook/dist/');
  expect(files.filter((name) => /\.tsx?$|test|fixture/.test(name) && !isOfHandbook(name))).toEqual([]);
  const manifest = await readFile(join(installed, 'package.json'), 'utf8');
  expect(manifest).not.toMatch(/catalog:|workspace:|link:|file:/);
});

test('the package contains the license of each bundled library', async () => {
  const text = await readFile(join(installed, 'licenses.txt'), 'utf8');
  const entries = text.split(/^-{80}$/m).map((entry) => entry.trim());
  const names = entries.map((entry) => /^(\S+) \S+ \(.+\)$/m.exec(entry)?.[1]);
  const manifest = async (path: string) => JSON.parse(await readFile(join(source, path), 'utf8'));
  const { dependencies } = await manifest('../dashboard/package.json');
  const libraries = Object.keys(dependencies).filter((name) => !/^@(shotclock|vitejs)\//.test(name));
  expect(libraries).toContain('uplot');
  // Of the dashboard, the programs, the handbook and the bundlers.
  expect(names).toEqual(
    expect.arrayContaining([
      ...libraries,
      'scheduler',
      'fastify',
      'postgres',
      'pagefind',
      'vite',
      'rolldown',
    ]),
  );
  expect(entries.filter((entry) => !/^\S+ \S+ \(.+\)\n\n.{30}/s.test(entry))).toEqual([]);
});

test('the system captures the demo, and continues with its data after a restart', async () => {
  const port = await freePort();
  const api = `http://127.0.0.1:${port}/api/v1`;
  const captured = async () => {
    const response = await fetch(`${api}/screenshots?status=SUCCESS&sort=id,asc`);
    return ((await response.json()) as { content: { id: number; imageUrl: string }[] }).content;
  };
  const receiver = await startOtlpReceiver();
  onTestFinished(() => receiver.close());
  const first = await start(port, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin });
  await eventually(async () => (await captured()).length > 0, { timeoutMs: startMs, what: 'a capture' });
  const [shot] = await captured();
  const image = Buffer.from(await (await fetch(shot!.imageUrl)).arrayBuffer());
  expect(image.subarray(1, 4).toString()).toBe('PNG');
  const dashboard = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  const [script] = /\/assets\/[\w-]+\.js/.exec(dashboard)!;
  expect((await fetch(`http://127.0.0.1:${port}${script}`)).status).toBe(200);
  for (const file of ['', 'pagefind/pagefind.js', 'docs/settings.md'])
    expect((await fetch(`http://127.0.0.1:${port}/handbook/${file}`)).status, file).toBe(200);
  await shotclock('key', 'create', '--name', 'first', '--scopes', 'read');
  // Spans are sent every 5 s. At the end, the processes wait only 2 s for the last ones.
  const spans = () => receiver.spans().map(({ name }) => name);
  const expected = ['POST /api/v1/schedules', 'dispatch', 'capture', 'navigate'];
  await expect.poll(spans, { timeout: startMs }).toEqual(expect.arrayContaining(expected));
  expect(await stop(first)).toContain('Shotclock is running.');

  const again = await start(port);
  expect((await captured())[0]!.id).toBe(shot!.id);
  expect(Buffer.from(await (await fetch(shot!.imageUrl)).arrayBuffer())).toEqual(image);
  expect((await shotclock('key', 'list')).stdout).toContain('first');
  await stop(again);
});

test('the programs are explained, and refuse arguments', async () => {
  for (const name of ['start', 'api', 'scheduler', 'worker', 'migrate']) {
    expect((await shotclock(name, '--help')).stdout).toMatch(`Usage: shotclock ${name} `);
    const failed = shotclock(name, '--zzzz');
    await expect(failed).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('--zzzz') });
  }
});

test('an older Node gets one clear line', async () => {
  const older = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.1.0' })`;
  const bin = join(installed, 'bin/shotclock.js');
  const failed = await run(process.execPath, ['--import', older, bin]).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  const { stderr } = failed as { stderr: string };
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('needs Node.js 24 or later')]);
});
