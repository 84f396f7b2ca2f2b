// `pnpm test:images`: builds the image without Docker, and runs it as an ordinary user without capabilities and without user namespaces. Needs
// root, and `buildah`, `bubblewrap` and `mmdebstrap` of Debian. Where they are missing, it is skipped, or fails with `--required`.
// `--keep-image FILE` writes the captured image.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const base = 'localhost/shotclock-base';
const postgres = 'localhost/shotclock-postgres';
const image = 'localhost/shotclock';
const maxMegabytes = 1_100;
const startMs = 240_000;
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const { values: options } = parseArgs({
  options: { 'keep-image': { type: 'string' }, required: { type: 'boolean', default: false } },
});

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const say = (text: string) => process.stdout.write(`${text}\n`);

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not true: ${what}`);
  say(`  ${what}`);
}

function missingTool(): string | null {
  if (process.getuid?.() !== 0) return 'this needs root';
  const missing = ['buildah', 'bwrap', 'mmdebstrap'].filter(
    (tool) => !['/usr/bin', '/usr/local/bin'].some((folder) => existsSync(join(folder, tool))),
  );
  return missing.length > 0 ? `${missing.join(', ')} missing` : null;
}

/** Builds an image from Debian with the package, unless it exists. `change` completes it. */
function buildDebian(name: string, debianPackage: string, change: (container: string) => void): void {
  if (run('buildah', 'images', '--quiet', '--filter', `reference=${name}`) !== '') return;
  const folder = mkdtempSync(join(tmpdir(), 'shotclock-base-'));
  const archive = join(folder, 'debian.tar');
  run('mmdebstrap', '--quiet', '--variant=minbase', `--include=${debianPackage}`, 'trixie', archive);
  const container = run('buildah', 'from', 'scratch');
  run('buildah', 'add', '--quiet', container, archive, '/');
  change(container);
  run('buildah', 'commit', '--quiet', '--rm', container, name);
  rmSync(folder, { recursive: true });
}

/** Adds Node.js, npm and the user `node`, as in the image that the Dockerfile names, and the CAs of this machine. */
function addNode(container: string): void {
  const mount = run('buildah', 'mount', container);
  cpSync(join(root, 'node_modules/node/bin/node'), join(mount, 'usr/local/bin/node'), { dereference: true });
  const modules = join(mount, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(join(run('npm', 'root', '--global'), 'npm'), join(modules, 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(mount, 'usr/local/bin/npm'));
  run('chroot', mount, 'useradd', '--create-home', '--uid', '1000', 'node');
  cpSync(certificates, join(mount, certificates), { dereference: true });
  run('buildah', 'umount', container);
  run('buildah', 'config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container);
}

type Configuration = { Env: string[]; Entrypoint: string[]; Cmd: string[]; User: string; WorkingDir: string };

/** Runs the image with arguments, as Docker does without its seccomp profile. Processes cannot create user namespaces. */
function start(mount: string, data: string, env: Record<string, string>, args?: string[]): ChildProcess {
  const { Env, Entrypoint, Cmd, WorkingDir } = configuration;
  const all: Record<string, string> = {
    ...Object.fromEntries(Env.map((text) => text.split(/=(.*)/s).slice(0, 2))),
    HOME: '/tmp',
    ...env,
  };
  return spawn(
    'bwrap',
    [
      ...[
        '--unshare-user',
        '--disable-userns',
        '--uid',
        '1000',
        '--gid',
        '1000',
        '--unshare-ipc',
        '--unshare-uts',
      ],
      ...['--hostname', 'shotclock-test', '--die-with-parent', '--cap-drop', 'ALL', '--bind', mount, '/'],
      ...[
        '--bind',
        data,
        '/data',
        '--proc',
        '/proc',
        '--dev',
        '/dev',
        '--tmpfs',
        '/tmp',
        '--chdir',
        WorkingDir,
      ],
      ...['--ro-bind', '/etc/resolv.conf', '/etc/resolv.conf', '--clearenv'],
      ...Object.entries(all).flatMap(([name, value]) => ['--setenv', name, value]),
      ...['--', ...Entrypoint, ...(args ?? Cmd)],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
}

function collect(child: ChildProcess): { output: () => string } {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  return { output: () => output };
}

/** Runs a command in the image until it exits. */
async function command(mount: string, data: string, env: Record<string, string>, args: string[]) {
  const child = start(mount, data, env, args);
  const { output } = collect(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}

/** Starts the whole system, and waits for its greeting. */
async function startSystem(mount: string, data: string, env: Record<string, string>) {
  const child = start(mount, data, env);
  const { output } = collect(child);
  for (
    const end = performance.now() + startMs;
    !output().includes('Ctrl-C stops everything');
    await delay(200)
  ) {
    if (child.exitCode !== null || performance.now() > end)
      throw new Error(`the system did not start: ${output()}`);
  }
  return {
    output,
    async stop() {
      const exited = once(child, 'exit');
      // The first process below bwrap is the init of the image, which forwards the signal.
      const pid = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0];
      process.kill(Number(pid), 'SIGTERM');
      return (await exited)[0] as number | null;
    },
  };
}

const reason = missingTool();
if (reason !== null) {
  say(`Skipped: ${reason}.`);
  process.exit(options.required ? 1 : 0);
}
const started = performance.now();
buildDebian(base, 'ca-certificates', addNode);
// Debian's version of the client, because the image that the Dockerfile names cannot be pulled without a registry.
buildDebian(postgres, 'postgresql-client', () => {});
run(
  'buildah',
  'bud',
  '--quiet',
  '--isolation',
  'chroot',
  '--format',
  'docker',
  '--pull-never',
  '--layers',
  '--build-arg',
  `BASE=${base}`,
  '--build-arg',
  `POSTGRES=${postgres}`,
  '-t',
  image,
  '.',
);
say(`Built in ${Math.round((performance.now() - started) / 1_000)} s.`);
const inspected = JSON.parse(run('buildah', 'inspect', '--type', 'image', image)) as {
  OCIv1: { config: Configuration };
};
const configuration = inspected.OCIv1.config;
check(configuration.User === 'node', 'the image does not run as root');

const container = run('buildah', 'from', '--pull-never', image);
const data = mkdtempSync(join(tmpdir(), 'shotclock-data-'));
/** Pairs of texts that look the same only if no font has their characters. */
const scripts = {
  Chinese: ['漢', '字'],
  Japanese: ['カ', 'ナ'],
  Korean: ['한', '글'],
  Arabic: ['س', 'ل'],
  emoji: ['😀', '🐢'],
};
const site = createServer((request, response) =>
  response
    .setHeader('content-type', 'text/html; charset=utf-8')
    .end(`<h1>Shotclock</h1><p style="font-size: 60px">${decodeURIComponent(request.url!.slice(1))}</p>`),
).listen(0, '127.0.0.1');
try {
  const mount = run('buildah', 'mount', container);
  const megabytes = Math.round(Number(run('du', '-s', '-B1', mount).split('\t')[0]) / 1e6);
  check(megabytes <= maxMegabytes, `the image has ${megabytes} MB, of at most ${maxMegabytes}`);

  const licenses = readFileSync(join(mount, 'app/apps/npm/dist/licenses.txt'), 'utf8');
  check(/^uplot \d/m.test(licenses) && /^fastify \d/m.test(licenses), 'it has the licenses of its libraries');

  await once(site, 'listening');
  const pages = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const port = String(20_000 + (process.pid % 10_000));
  const api = `http://127.0.0.1:${port}`;
  // bwrap keeps the process namespace, which a later command needs to find the database.
  const env = { PORT: port, EGRESS_ALLOW: pages, TINI_SUBREAPER: '1' };

  for (const role of ['api', 'scheduler', 'worker', 'migrate']) {
    const { code, output } = await command(mount, data, {}, [role]);
    check(
      code === 1 && output.includes('DATABASE_URL is not set'),
      `${role} refuses to start without a database`,
    );
  }
  const help = await command(mount, data, {}, ['--help']);
  check(help.code === 0 && help.output.includes('key'), 'a command of the command line runs');

  const startedSystem = performance.now();
  const system = await startSystem(mount, data, env);
  say(system.output());
  check(
    /Warning +browsers run without isolation and the Chromium sandbox/.test(system.output()),
    'the start says what is lost',
  );
  check(
    system.output().includes('docker exec shotclock-test shotclock key create'),
    'the start prints the command for the first key',
  );
  check((await fetch(`${api}/api/v1/schedules`)).status === 401, 'requests need a key');
  const created = await command(mount, data, env, [
    'key',
    'create',
    '--name',
    'admin',
    '--scopes',
    'read,write,admin',
  ]);
  const [key] = /\bsc_\w+/.exec(created.output) ?? [];
  check(created.code === 0 && key !== undefined, 'the command creates a key');
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=60' };
  const capture = async (text: string) => {
    const body = JSON.stringify({
      url: `http://${pages}/${encodeURIComponent(text)}`,
      width: 800,
      height: 600,
    });
    const response = await fetch(`${api}/api/v1/screenshots`, { method: 'POST', headers, body });
    return (await response.json()) as { id: number; status: string };
  };
  const picture = async (id: number) =>
    Buffer.from(await (await fetch(`${api}/api/v1/screenshots/${id}/image`, { headers })).arrayBuffer());
  const shot = await capture(Object.values(scripts).flat().join(' '));
  const seconds = Math.round((performance.now() - startedSystem) / 1_000);
  check(shot.status === 'SUCCESS', `a page is captured, ${seconds} s after the start (${shot.status})`);
  const png = await picture(shot.id);
  for (const [script, texts] of Object.entries(scripts)) {
    const [one, other] = await Promise.all(texts.map(async (text) => picture((await capture(text)).id)));
    check(!one!.equals(other!), `${script} has a font`);
  }
  if (options['keep-image']) writeFileSync(options['keep-image'], png);
  check(png.readUInt32BE(16) === 800 && png.readUInt32BE(20) === 600, 'the image has the requested size');
  const log = readFileSync(join(data, 'logs/worker.log'), 'utf8');
  check(
    log.split('without the Chromium sandbox').length === 2,
    'the log of the worker has one warning of the sandbox',
  );
  check((await system.stop()) === 0, 'it stops cleanly');

  const again = await startSystem(mount, data, env);
  check((await picture(shot.id)).equals(png), 'it starts again with its data');
  check((await again.stop()) === 0, 'it stops cleanly again');
  const required = await startSystem(mount, data, { ...env, CHROMIUM_SANDBOX: 'on' }).catch(String);
  check(
    typeof required === 'string' && required.includes('CHROMIUM_SANDBOX=auto'),
    'CHROMIUM_SANDBOX=on refuses to start',
  );
  say(`Passed in ${Math.round((performance.now() - started) / 1_000)} s.`);
} finally {
  site.close();
  run('buildah', 'rm', container);
  rmSync(data, { recursive: true });
}
