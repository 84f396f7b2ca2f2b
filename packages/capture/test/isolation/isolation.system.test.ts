import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { processTree, processTreeMemory } from '../../src/browser/process-usage.ts';
import { isRunning } from '../browser-processes.fixture.ts';
import {
  hiddenFolder,
  type IsolatedProcess,
  permittedKinds,
  runInPlaceOfBrowser,
} from './isolated-process.fixture.ts';

const run = promisify(execFile);
const json = (value: unknown) => JSON.stringify(value);

describe.each(permittedKinds)('a process that runs instead of a browser, with isolation %s', (kind) => {
  test('has no network interface with a route and reaches only the addresses of its captures', async () => {
    const connections: string[] = [];
    await using canary = createServer((socket) => connections.push(`${socket.remoteAddress}`));
    await once(canary.listen(0, '0.0.0.0'), 'listening');
    const { port } = canary.address() as { port: number };
    const own = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).map(({ address }) => address),
    );
    const targets = [...new Set(['127.0.0.1', ...own, '192.0.2.1', '224.0.0.251'])];
    const served: string[] = [];
    const script = `
      import { connect } from 'node:net';
      import { createSocket } from 'node:dgram';
      import { networkInterfaces } from 'node:os';
      process.stdin.once('data', async (message) => {
        const urls = JSON.parse(message);
        const attempt = (host, port) => new Promise((resolve) => {
          const socket = connect({ host, port, timeout: 3000 });
          let data = '';
          socket.on('data', (chunk) => (data += chunk)).on('error', ({ code }) => resolve(code));
          socket.on('close', () => resolve(data)).on('timeout', () => resolve('timeout'));
        });
        const send = (host) => new Promise((resolve) => createSocket(host.includes(':') ? 'udp6' : 'udp4')
          .on('error', ({ code }) => resolve(code)).send('x', 5353, host, (error) => resolve(error?.code ?? 'sent')));
        const out = { interfaces: Object.keys(networkInterfaces()), tcp: {}, udp: {}, proxies: [] };
        for (const host of ${json(targets)}) {
          out.tcp[host] = await attempt(host, ${port});
          out.udp[host] = await send(host);
        }
        for (const url of urls) out.proxies.push(await attempt(new URL(url).hostname, new URL(url).port));
        console.log(JSON.stringify(out));
        process.exit();
      });`;
    const output = await runInPlaceOfBrowser(kind, script, async ({ child, openListener, output }) => {
      const listener = await openListener();
      const [ended, running] = [listener.openAddress(), listener.openAddress()];
      for (const address of [ended, running])
        address.listen((socket) => {
          served.push(address.proxyUrl);
          socket.end('proxy');
        });
      ended.close();
      child.stdin!.write(json([ended.proxyUrl, running.proxyUrl]));
      await output;
      listener.close();
      expect(served).toEqual([running.proxyUrl]);
    });
    const { interfaces, tcp, udp, proxies } = JSON.parse(output);
    // Both ends of net0 are in the namespace.
    expect(interfaces).toEqual(['lo', 'net0']);
    expect(connections).toEqual([]);
    for (const target of targets) {
      expect([target, tcp[target]]).toEqual([
        target,
        expect.stringMatching(/^(ENETUNREACH|ECONNREFUSED|EINVAL)$/),
      ]);
      // Datagrams to loopback stay in the namespace.
      if (!/^127\.|^::1$/.test(target)) expect([target, udp[target]]).not.toEqual([target, 'sent']);
    }
    expect(proxies[0]).not.toContain('proxy');
    expect(proxies[1]).toBe('proxy');
  }, 60_000);

  test("cannot see the worker's processes or secrets", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shotclock-secret-'));
    try {
      await writeFile(join(folder, 'postgres.password'), 'secret', { mode: 0o644 });
      const paths = [
        `/proc/${process.pid}/environ`,
        '/etc/shadow',
        '/etc/passwd',
        join(folder, 'postgres.password'),
        hiddenFolder,
        homedir(),
        process.cwd(),
        '/run',
        '/sys',
        '/old/etc',
        '/proc/1/root/etc/shadow',
        '/proc/1/cwd/etc/shadow',
      ];
      const script = `
        import { readdirSync, readFileSync, statSync } from 'node:fs';
        import { hostname } from 'node:os';
        const read = (path) => {
          try {
            return statSync(path).isDirectory() ? readdirSync(path) : readFileSync(path, 'latin1');
          } catch ({ code }) {
            return code;
          }
        };
        const programs = readdirSync('/proc').filter((name) => /^\\d+$/.test(name))
          .map((pid) => [read('/proc/' + pid + '/comm'), read('/proc/' + pid + '/environ')]);
        console.log(JSON.stringify({ programs, files: ${json(paths)}.map(read), hostname: hostname(),
          user: process.getuid(), environment: Object.keys(process.env), root: readdirSync('/') }));`;
      const seen = JSON.parse(await runInPlaceOfBrowser(kind, script));
      const names = seen.programs.map(([name]: [string]) => name.trim());
      expect(names).toHaveLength(2);
      expect(names[0]).toBe('sh');
      expect(seen.programs.map(([, environment]: [string, string]) => environment)).toEqual([
        'EACCES',
        expect.stringContaining('PROFILE='),
      ]);
      expect(JSON.stringify(seen.programs)).not.toContain('VITEST');
      // The parent folders of the program exist as empty folders.
      const allowed = ['ENOENT', 'EACCES', 'EPERM'];
      for (const [index, content] of seen.files.entries())
        if (typeof content === 'string')
          expect([paths[index], content]).toEqual([paths[index], expect.toBeOneOf(allowed)]);
        else
          expect([
            paths[index],
            content.filter((name: string) => !process.execPath.includes(`/${name}/`)),
          ]).toEqual([paths[index], []]);
      expect(seen.user).not.toBe(0);
      expect(seen.environment.sort()).toEqual(['HOME', 'PATH', 'PROFILE', 'PWD', 'TMPDIR']);
      expect(seen.root).not.toContain('home');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('can write only to its profile and its own temporary folders', async () => {
    const script = `
      import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
      import { dirname, join } from 'node:path';
      const write = (path, change = () => writeFileSync(path, 'x')) => {
        try {
          change();
          return 'written';
        } catch ({ code }) {
          return code;
        }
      };
      const mounts = readFileSync('/proc/self/mounts', 'utf8').trim().split('\\n').map((line) => line.split(' '));
      const writable = mounts.filter(([, path]) => write(join(path, 'new')) === 'written').map(([, path]) => path);
      const others = ['/new', dirname(process.execPath) + '/new', process.execPath, '/proc/sys/kernel/core_pattern',
        '/proc/sys/kernel/hostname', '/proc/sysrq-trigger'].map((path) => write(path));
      const device = write('/dev/null', () => chmodSync('/dev/null', statSync('/dev/null').mode));
      console.log(JSON.stringify({ writable, others: [...others, device], discarded: write('/dev/null') }));`;
    let folder = '';
    const output = await runInPlaceOfBrowser(kind, script, async ({ profile }) => {
      folder = profile;
    });
    const { writable, others, discarded } = JSON.parse(output);
    expect(discarded).toBe('written');
    expect(writable.sort()).toEqual(['/dev/shm', '/tmp', folder].sort());
    for (const outcome of others)
      expect(outcome).toBeOneOf(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ETXTBSY']);
  });

  test('counts in-memory files as its memory, and limits their number', async () => {
    const script = `
      import { statfsSync, writeFileSync } from 'node:fs';
      for (const folder of ['/tmp', process.env.PROFILE]) writeFileSync(folder + '/file', Buffer.alloc(100 << 20));
      process.stdin.on('data', () => undefined);
      process.stdout.write(String(statfsSync('/tmp').files));`;
    const output = await runInPlaceOfBrowser(kind, script, async ({ child, printed }) => {
      await printed;
      const exact = await processTreeMemory(child.pid!, 0);
      expect(exact).toBeGreaterThan(200 << 20);
      expect(await processTreeMemory(child.pid!, 1 << 30)).toBeGreaterThan(200 << 20);
    });
    expect(output).toBe('65536');
  });

  test('cannot attach to the first process of its namespace or kill it, and exits with it', async () => {
    const script = `
      import { spawn } from 'node:child_process';
      import { openSync } from 'node:fs';
      const attempt = (action) => {
        try {
          action();
          return 'no error';
        } catch ({ code }) {
          return code;
        }
      };
      const attached = attempt(() => openSync('/proc/1/mem', 'r+'));
      for (const signal of ['SIGSTOP', 'SIGKILL']) attempt(() => process.kill(1, signal));
      // It leaves the browser's session and process group, and closes its pipes.
      spawn('sleep', ['300'], { detached: true, stdio: 'ignore' }).unref();
      process.stdout.write(attached);
      setInterval(() => undefined, 1_000);`;
    await runInPlaceOfBrowser(kind, script, async ({ child, printed, output }) => {
      await printed;
      const processes = processTree(child.pid!);
      expect(processes).toHaveLength(4);
      process.kill(processes[1]!.pid, 'SIGKILL');
      await once(child, 'exit');
      for (const { pid } of processes) expect(await isRunning(pid)).toBe(false);
      expect(await output).toBe('EACCES');
    });
  });

  test('has no capabilities, and can create only the namespaces that its sandbox needs', async () => {
    const script = `
      import { spawnSync } from 'node:child_process';
      import { readFileSync } from 'node:fs';
      const types = ['pid', 'net', 'mount', 'cgroup', 'uts', 'ipc', 'time'];
      const created = types.filter((type) => spawnSync('unshare', ['--user', '--map-root-user', '--' + type, 'true']).status === 0);
      const inside = 'umount /proc/sys; mount -t tmpfs x /tmp; echo x > /proc/sys/kernel/core_pattern; ip link;' +
        'echo 9 > /proc/sys/user/max_mnt_namespaces; unshare --mount true && echo mount';
      const { stdout, stderr } = spawnSync('unshare', ['--user', '--map-root-user', 'sh', '-c', inside], { encoding: 'utf8' });
      console.log(JSON.stringify({ status: readFileSync('/proc/self/status', 'utf8'), created, stdout, stderr,
        limits: readFileSync('/proc/self/limits', 'utf8'), shadow: spawnSync('cat', ['/etc/shadow']).status }));`;
    const { status, created, stdout, stderr, limits } = JSON.parse(await runInPlaceOfBrowser(kind, script));
    for (const set of ['Inh', 'Prm', 'Eff', 'Amb'])
      expect(status).toMatch(new RegExp(`^Cap${set}:\t0+$`, 'm'));
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(limits).toMatch(/^Max processes +4096 +4096/m);
    expect(created).toEqual(['pid', 'net']);
    const interfaces = [...stdout.matchAll(/^\d+: (\w+)/gm)].map(([, name]) => name);
    expect(interfaces.sort()).toEqual(['lo', 'net0', 'net1']);
    expect(stdout).not.toContain('mount');
    expect(stderr).toMatch(/\/proc\/sys: must be superuser/);
    expect(stderr).toMatch(/\/tmp: permission denied/);
    expect(stderr).toMatch(/core_pattern: Read-only|core_pattern: Permission denied/);
  });
});

test.runIf(permittedKinds.includes('dynamic-user'))(
  "the worker's /proc and /sys cannot be mounted in a view that was entered without pivot_root",
  async () => {
    const script = "process.stdin.on('data', () => undefined)";
    const enter = async ({ child }: IsolatedProcess) => {
      const [, first] = processTree(child.pid!);
      const namespaces = ['--user', '--map-root-user', '--mount', '--net', '--pid', '--fork'];
      const { stderr } = await run('nsenter', [
        ...[`--target=${first!.pid}`, '--mount', '--pid', '--', 'unshare', ...namespaces],
        ...['sh', '-c', 'mount -t proc proc /tmp; mount -t sysfs sysfs /dev/shm; true'],
      ]);
      expect(stderr).toMatch(/\/tmp: permission denied[\s\S]*\/dev\/shm: permission denied/);
    };
    await runInPlaceOfBrowser('dynamic-user', script, enter, { pivotRoot: false });
  },
);
