// What only a process shows: signals, and pipes that are closed.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processEnv } from '@shotclock/runtime';
import { bundledApps } from '@shotclock/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startServer, type TestServer } from './server.fixture.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

let server: TestServer;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  server = await startServer();
  env = { ...processEnv(), ...bundledApps(), SHOTCLOCK_URL: server.origin };
}, 300_000);
afterAll(() => server.stop(), 60_000);

test('Ctrl-C ends --watch, and says that the run continues', async () => {
  const item = { url: server.site.url('/blocks'), delay: 10 };
  const once = { type: 'ONCE', firstRunAt: '2050-01-01T00:00:00Z' } as const;
  const { id } = await server.client.schedules.create({ name: 'Slow', schedule: once, items: [item] });
  const child = spawn(process.execPath, [main, 'run', String(id), '--watch'], { env });
  onTestFinished(() => void child.kill());
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const exit = new Promise((resolve) => child.on('close', resolve));
  await expect.poll(() => stderr).toBe('0 of 1\n');
  child.kill('SIGINT');
  expect(await exit).toBe(130);
  expect(stderr).toBe(
    `0 of 1\nThe run continues. \`shotclock history --schedule ${id}\` lists its captures.\n`,
  );
  const { content } = await server.client.schedules.executions(id);
  expect(content[0]!.status).toBe('PROCESSING');
  await server.client.executions.cancel(content[0]!.id);
});

test.each([
  ['history --json | head -c 1', 0, ''],
  ['--help | head -n 1', 0, ''],
  ['history > /dev/full', 1, 'shotclock: Standard output cannot be written (ENOSPC).\n'],
])('%s', async (command, code, message) => {
  const script = `'${process.execPath}' '${main}' ${command}; exit "\${PIPESTATUS[0]}"`;
  const child = spawn('bash', ['-c', script], { env });
  onTestFinished(() => void child.kill());
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  child.stdout.resume();
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(code);
  expect(stderr).toBe(message);
});
