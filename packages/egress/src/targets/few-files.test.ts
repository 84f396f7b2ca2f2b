import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startNameServer } from '../names/name-server.fixture.ts';
import { egressProblemHeader } from '../proxy/egress-proxy.ts';
import { requestThrough } from '../proxy/proxy-client.fixture.ts';
import { type LoopbackServer, startSite } from './loopback-server.fixture.ts';

const program = fileURLToPath(new URL('few-files.fixture.ts', import.meta.url));

describe.skipIf(process.platform !== 'linux')('a process without a free file descriptor', () => {
  let names: Awaited<ReturnType<typeof startNameServer>>;
  let site: LoopbackServer;
  let folder: string;
  let child: ChildProcess;
  let proxyUrl: string;

  beforeAll(async () => {
    names = await startNameServer((name, type) =>
      name === 'hosts.test' ? 'NXDOMAIN' : type === 'A' ? ['127.0.0.1'] : [],
    );
    site = await startSite((_, response) => response.end('hello'));
    folder = await mkdtemp(path.join(tmpdir(), 'few-files-'));
    const hostsPath = path.join(folder, 'hosts');
    writeFileSync(hostsPath, '');
    const command = [
      '-c',
      'ulimit -n 60; exec "$@"',
      'bash',
      process.execPath,
      program,
      names.address,
      hostsPath,
    ];
    child = spawn('bash', command, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    [proxyUrl] = (await once(child, 'message')) as [string];
  });
  afterAll(async () => {
    child.kill();
    await names[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  async function tell(message: 'exhaust' | 'release') {
    child.send(message);
    await once(child, 'message');
  }

  /** Sends a request over a new connection of `agent`, or over its existing connection. */
  async function get(host: string, agent: http.Agent) {
    const { hostname, port } = new URL(proxyUrl);
    const request = http.get({
      hostname,
      port,
      path: `http://${host}:${site.port}/`,
      headers: { host },
      agent,
    });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const problem = response.headers[egressProblemHeader];
    return { status: response.statusCode, problem, body: await text(response) };
  }

  /** Opens a connection to the proxy, and sends a request over it while no descriptors are free. */
  async function getWhileExhausted(host: string, meanwhile = () => {}) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    expect(await get('known.test', agent)).toMatchObject({ status: 200 });
    await tell('exhaust');
    meanwhile();
    const response = await get(host, agent);
    await tell('release');
    agent.destroy();
    return response;
  }

  test('reports a failed lookup', async () => {
    expect(await getWhileExhausted('new.test')).toEqual({
      status: 502,
      problem: 'resolver_failed',
      body: 'Failed: the name new.test could not be resolved.\n',
    });
    expect(await requestThrough(proxyUrl, `http://new.test:${site.port}/`)).toMatchObject({ status: 200 });
  });

  test('reports a failed connection as a failure of the worker rather than of the site', async () => {
    expect(await getWhileExhausted('known.test')).toEqual({
      status: 502,
      problem: 'unreachable',
      body: 'Failed: known.test could not be reached, because the worker has too many open files.\n',
    });
  });

  test('reads a changed hosts file once a descriptor is free', async () => {
    const hostsPath = path.join(folder, 'hosts');
    const change = () => writeFileSync(hostsPath, '127.0.0.1 hosts.test\n');
    expect(await getWhileExhausted('hosts.test', change)).toMatchObject({ problem: 'resolver_failed' });
    expect(await requestThrough(proxyUrl, `http://hosts.test:${site.port}/`)).toMatchObject({ status: 200 });
  });

  test('disconnects additional clients and keeps running', async () => {
    await tell('exhaust');
    for (let i = 0; i < 5; i += 1)
      await expect(requestThrough(proxyUrl, `http://known.test:${site.port}/`)).rejects.toThrow();
    await tell('release');
    expect(await requestThrough(proxyUrl, `http://known.test:${site.port}/`)).toMatchObject({ status: 200 });
    expect(child.exitCode).toBe(null);
  });
});
