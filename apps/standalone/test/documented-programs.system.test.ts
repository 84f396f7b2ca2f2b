// Runs the `shotclock` commands, the settings for AI clients and the check of webhooks in the documents, against a running system.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createClient } from '@shotclock/client';
import { processEnv } from '@shotclock/runtime';
import { bundledApps, eventually, startReceiver } from '@shotclock/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { root, snippetsRunBy } from './documented-blocks.fixture.ts';
import { type Standalone, startStandalone, stopStandalone } from './running-system.fixture.ts';

const run = promisify(execFile);
const own = snippetsRunBy('apps/standalone/test/documented-programs.system.test.ts');
const codeIn = (language: string): string[] =>
  own.filter((one) => one.language === language).map(({ code }) => code);

/** Programs of the documents, which all end in the command line of this repository. */
const programs = {
  shotclock: `exec "${process.execPath}" "${join(root, 'apps/cli/src/main.ts')}" "$@"`,
  npx: 'case "$1" in pnpm@12) shift 2 ;; shotclock) shift ;; *) exit 64 ;; esac; exec shotclock "$@"',
  docker: '[ "$1 $2 $3 $4" = "compose run --rm cli" ] || exit 64; shift 4; exec shotclock "$@"',
};

let system: Standalone;
let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-documented-'));
  await mkdir(join(folder, 'bin'));
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, 'bin', name), 0o755);
  }
  system = await startStandalone({ DEMO: 'on', ALERT_ALLOW: '127.0.0.0/8' });
  env = {
    ...processEnv(),
    ...bundledApps(),
    PATH: `${join(folder, 'bin')}:${processEnv().PATH}`,
    SHOTCLOCK_URL: system.origin,
    DATA_DIR: system.dataDir,
  };
  await eventually(async () => (await fetch(`${system.origin}/api/v1/destinations/1`)).ok, {
    timeoutMs: 60_000,
    what: 'the demo',
  });
}, 300_000);
afterAll(async () => {
  await stopStandalone(system);
  await rm(folder, { recursive: true });
});

test('every `shotclock` command succeeds', async () => {
  const commands = codeIn('sh');
  expect(commands.length).toBeGreaterThan(15);
  for (const command of commands) {
    const script = command
      .replace('https://example.com', `${system.origin}/demo/clock`)
      .replace('/mnt/backup', join(folder, 'backup'));
    const { stdout } = await run('bash', ['-c', script], { cwd: folder, env, timeout: 120_000 }).catch(
      ({ stderr }) => expect.unreachable(`${command}: ${stderr}`),
    );
    expect([command, stdout === '']).toEqual([command, command.includes(' > ')]);
  }
  expect((await readFile(join(folder, 'page.png'))).subarray(1, 4).toString()).toBe('PNG');
  expect((await readFile(join(folder, 'page.webp'))).subarray(8, 12).toString()).toBe('WEBP');
  expect(await readFile(join(folder, 'schedules.yaml'), 'utf8')).toContain('name: Front page\n');
}, 600_000);

test('the documented settings for AI clients start a server with tools', async () => {
  const [json = ''] = codeIn('json');
  // The system does not check keys.
  const { command, args, env: own } = JSON.parse(json.replace('…', 'key')).mcpServers.shotclock;
  const child = spawn(command, args, { env: { ...env, ...own }, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'test', version: '1.0.0' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  send({ id: 1, method: 'initialize', params });
  expect(JSON.parse((await lines.next()).value!)).toMatchObject({
    id: 1,
    result: { capabilities: { tools: {} } },
  });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  const { result } = JSON.parse((await lines.next()).value!);
  expect(result.tools.map(({ name }: { name: string }) => name)).toContain('capture');
  const exit = once(child, 'exit');
  child.stdin.end();
  expect(await exit).toEqual([0, null]);
}, 120_000);

test('the documented webhook check accepts a delivery and rejects a modified one', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const client = createClient({ baseUrl: system.origin });
  const { id, secret } = await client.destinations.create({
    name: 'Hook',
    kind: 'webhook',
    config: { url: `${receiver.origin}/shotclock` },
  });
  expect(await client.destinations.test(id)).toMatchObject({ delivered: true });
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]];
  const [snippet = ''] = codeIn('ts');
  const verify = async (received: string) => {
    const program = `const { body, headers, secret } = ${JSON.stringify({ body: received, headers, secret })};
      ${snippet}
      console.log(JSON.stringify(message));`;
    const options = ['--conditions=@shotclock/source', '--input-type=module-typescript', '--eval', program];
    return run(process.execPath, options, { cwd: new URL('..', import.meta.url) });
  };
  const text = body.toString();
  expect(JSON.parse((await verify(text)).stdout)).toEqual(JSON.parse(text));
  await expect(verify(`${text} `)).rejects.toThrow('WebhookVerificationError');
}, 120_000);
