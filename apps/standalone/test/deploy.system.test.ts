import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get, type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@shotclock/embedded';
import { createCertificateAuthority, eventually } from '@shotclock/testing';
import { expect, onTestFinished, test } from 'vitest';
import { startStandalone, stopStandalone } from './running-system.fixture.ts';

const run = promisify(execFile);
const deploy = fileURLToPath(new URL('../../../deploy', import.meta.url));
const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync);
const host = 'shotclock.example.com';

/** Starts nginx with the example, on free ports and for an API on another port. */
async function startNginx(apiPort: string) {
  const authority = await createCertificateAuthority();
  const { cert, key } = await authority.issue(host, `DNS:${host}`);
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-nginx-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  const example = await readFile(join(deploy, 'nginx/shotclock.conf'), 'utf8');
  const site = example
    .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${apiPort};`)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `pid ${join(folder, 'pid')};\nerror_log ${join(folder, 'error.log')};\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`,
  );
  const child = spawn(nginx!, ['-c', file, '-e', join(folder, 'error.log'), '-g', 'daemon off;'], {
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exit;
    await rm(folder, { recursive: true, force: true });
  });
  await eventually(() => existsSync(join(folder, 'pid')), { timeoutMs: 30_000, what: 'nginx to start' });
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    servername: host,
    ca: await readFile(authority.cert),
  };
  return { options, plain: `http://127.0.0.1:${plainPort}` };
}

async function responseOf(options: RequestOptions, body?: object) {
  const sent = request(options).end(body && JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

test.skipIf(nginx === undefined)(
  'the reverse proxy example serves the API and its event stream',
  async () => {
    const system = await startStandalone({ PUBLIC_URL: `https://${host}`, TRUST_PROXY: '127.0.0.1' });
    onTestFinished(async () => {
      await stopStandalone(system);
    });
    const { options, plain } = await startNginx(new URL(system.origin).port);

    const redirect = await fetch(`${plain}/schedules?page=2`, { redirect: 'manual', headers: { host } });
    expect(redirect.status).toBe(308);
    expect(redirect.headers.get('location')).toMatch(/^https:.*\/schedules\?page=2$/);
    expect((await responseOf({ ...options, path: '/health/ready' })).status).toBe(404);

    const events = get({ ...options, path: '/api/v1/events', headers: { host } });
    const [stream] = (await once(events, 'response')) as [import('node:http').IncomingMessage];
    let received = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    const created = await responseOf(
      {
        ...options,
        path: '/api/v1/schedules',
        method: 'POST',
        // A client cannot choose the address in the audit log.
        headers: { host, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      },
      {
        name: 'Proxied',
        schedule: { type: 'CRON', cronExpression: '@daily' },
        items: [{ url: 'https://example.com/' }],
      },
    );
    expect(created.status).toBe(201);
    // Sent on without delay, although the stream does not end.
    await eventually(() => received.includes('event: schedule'), { timeoutMs: 15_000, what: 'the event' });
    events.destroy();
    const audit = JSON.parse(
      (await responseOf({ ...options, path: '/api/v1/audit-log', headers: { host } })).body,
    );
    expect(audit.content[0]).toMatchObject({ clientAddress: '127.0.0.1' });
  },
);

test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('systemd accepts the units', async () => {
  for (const unit of await readdir(join(deploy, 'systemd'))) {
    const { stdout, stderr } = await run('systemd-analyze', ['verify', join(deploy, 'systemd', unit)]);
    expect(stdout + stderr, unit).toBe('');
  }
});
