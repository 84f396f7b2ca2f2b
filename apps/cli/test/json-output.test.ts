// With --json, every command prints JSON and nothing else to standard output.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProgram } from '../src/create-program.ts';
import { runCommand } from './run-command.fixture.ts';
import { startServer, type TestServer } from './server.fixture.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-cli-json-'));
  server = await startServer();
}, 300_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, 60_000);

const silent = { writeOut: () => undefined, writeErr: () => undefined };
const namesBelow = (command: Command, path = ''): string[] =>
  command.commands.flatMap((one) => {
    const name = `${path} ${one.name()}`.trim();
    const hasJson = one.options.some(({ long }) => long === '--json');
    return [...(hasJson ? [name] : []), ...namesBelow(one, name)];
  });

/** Commands that other tests run with --json: `doctor.test.ts` and `backup.system.test.ts`. */
const elsewhere = ['doctor', 'backup', 'restore'];

test('every command prints JSON and nothing else', async () => {
  const url = server.site.url('/blocks');
  const file = join(folder, 'schedules.yaml');
  await writeFile(
    file,
    `schedules:\n  - name: Nine\n    schedule: { type: CRON, cronExpression: '0 9 * * *' }\n`,
  );
  const picture = join(folder, 'page.png');
  const { id: destination } = await server.client.destinations.create({
    name: 'Inbox',
    kind: 'inbox',
    config: {},
  });
  const at = ['--at', '2050-01-01T00:00:00Z'];
  /** In an order in which they succeed. The first schedule, capture and key have the ID 1. */
  const calls: Record<string, string[]> = {
    capture: [url, '-o', picture, '--viewport', '200x100'],
    history: [],
    image: ['1', '-o', picture],
    compare: ['1', '1', '-o', join(folder, 'diff.png')],
    'schedules create': ['One', url, ...at],
    'schedules list': [],
    'schedules show': ['1'],
    'schedules pause': ['1'],
    'schedules resume': ['1'],
    run: ['1', '--watch'],
    export: [],
    import: [file],
    plan: [file, '--prune'],
    apply: [file, '--prune'],
    'account create': ['--name', 'Acme'],
    'account list': [],
    'account limits': ['1', '--schedules', '9'],
    'key create': ['--name', 'N', '--scopes', 'read'],
    'key list': [],
    'key rotate': ['1'],
    'key revoke': ['1'],
    'destination test': [String(destination)],
    'storage check': [],
  };
  const all = namesBelow(await createProgram(silent, () => true)).filter((name) => !elsewhere.includes(name));
  // It prints nothing, because a deleted schedule has no representation.
  expect(all.filter((name) => name !== 'schedules delete').toSorted()).toEqual(Object.keys(calls).toSorted());
  const env = { SHOTCLOCK_URL: server.origin, DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir };
  for (const [name, args] of Object.entries(calls)) {
    const { code, stdout, stderr } = await runCommand([...name.split(' '), ...args, '--json'], env);
    expect([name, code, stderr.replace(/^\d+ of \d+\n/gm, '')]).toEqual([name, 0, '']);
    for (const line of stdout.trimEnd().split('\n')) expect(JSON.parse(line), name).toBeInstanceOf(Object);
  }
  const { id } = await server.client.schedules.create({
    name: 'Two',
    schedule: { type: 'ONCE', firstRunAt: at[1]! },
  });
  const removed = await runCommand(['schedules', 'delete', String(id), '--json'], env);
  expect(removed).toMatchObject({ code: 0, stdout: '', stderr: '' });
}, 120_000);

test('with --json, errors leave standard output empty', async () => {
  const env = { SHOTCLOCK_URL: server.origin, DATABASE_URL: server.databaseUrl };
  for (const args of [
    ['capture', 'http://10.0.0.1/'],
    ['image', '999999', '-o', join(folder, 'none.png')],
    ['compare', '999998', '999999'],
    ['schedules', 'show', '999999'],
    ['run', '999999', '--watch'],
    ['plan', join(folder, 'none.yaml')],
    ['key', 'revoke', '999999'],
    ['restore', folder],
  ]) {
    const { code, stdout, stderr } = await runCommand([...args, '--json'], env);
    expect([args[0], code, stdout]).toEqual([args[0], 1, '']);
    expect(stderr).toMatch(/^shotclock: [^\n]+\n$/);
  }
});
