import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Schedule } from '@shotclock/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CommandEnv, runCommand } from './run-command.fixture.ts';
import { startServer, type TestServer } from './server.fixture.ts';

let server: TestServer;
let folder: string;
let file: string;
let env: CommandEnv;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shotclock-cli-plans-'));
  file = join(folder, 'schedules.yaml');
  server = await startServer();
  env = { SHOTCLOCK_URL: server.origin };
}, 300_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, 60_000);
beforeEach(async () => {
  for await (const { id } of server.client.schedules.list()) await server.client.schedules.delete(id);
});

const shotclock = (...args: string[]) => runCommand(args, env);
async function withFile(text: string, ...args: string[]) {
  await writeFile(file, text);
  return shotclock(...args, file);
}
const read = async (name: string): Promise<Schedule> => {
  const { content } = await server.client.schedules.list({ name });
  return server.client.schedules.get(content[0]!.id, { expand: 'options,own,policy,tags' });
};

const shop = (more = '', items = '') => `schedules:
  - name: Shop
    tags: [b, a]
    schedule: { type: CRON, cronExpression: '0 9 * * 1-5' }
    policy:
      timezone: Europe/Paris
      options: { colorScheme: dark }
${more}
    items:
      - url: https://example.com/
        width: 800
        fullPage: false
      - url: https://example.com/a
        options: { blockAds: true }
${items}`;

test('a plan shows what apply does, and after that there are no changes', async () => {
  const planned = await withFile(shop(), 'plan');
  expect(planned).toMatchObject({
    code: 0,
    stdout: '+ schedule "Shop"\n1 to create, 0 to change, 0 to delete.\n',
  });
  expect((await server.client.schedules.list()).totalElements).toBe(0);
  expect((await shotclock('apply', file)).stdout).toBe(
    '+ schedule "Shop"\n1 created, 0 changed, 0 deleted.\n',
  );
  expect((await shotclock('plan', file)).stdout).toBe('No changes.\n');
  const { policy, tags, items } = await read('Shop');
  expect(policy).toMatchObject({ timezone: 'Europe/Paris', options: { colorScheme: 'dark' } });
  expect(tags).toEqual(['a', 'b']);
  expect(items.map(({ url, own }) => [url, own])).toEqual([
    ['https://example.com/', ['width', 'fullPage']],
    ['https://example.com/a', []],
  ]);

  const changed = shop('      retentionDays: 30', '      - url: https://example.com/b\n')
    .replace('Europe/Paris', 'UTC')
    .replace('width: 800', 'width: 900')
    .replace('{ blockAds: true }', '{ blockChats: true }');
  const [first, second] = items.map(({ id }) => id);
  const { id } = await read('Shop');
  const lines = [
    `~ schedule "Shop" (${id})`,
    '    policy.retentionDays: default → 30',
    '    policy.timezone: "Europe/Paris" → default',
    `    ~ page https://example.com/ (${first})`,
    '        width: 800 → 900',
    `    ~ page https://example.com/a (${second})`,
    '        options.blockChats: default → true',
    '        options.blockAds: true → default',
    '    + page https://example.com/b',
    '',
  ].join('\n');
  expect((await withFile(changed, 'plan')).stdout).toBe(`${lines}0 to create, 1 to change, 0 to delete.\n`);
  expect((await shotclock('apply', file)).stdout).toBe(`${lines}0 created, 1 changed, 0 deleted.\n`);
  expect((await shotclock('plan', file)).stdout).toBe('No changes.\n');
  expect((await read('Shop')).items).toHaveLength(3);
});

test('an export can be applied without changes, and creates the same schedules on an empty server', async () => {
  const { client } = server;
  const items = [
    { url: 'https://example.com/', crop: '0,0,10,10', tags: ['x'], options: { hide: ['.ad'] } },
    { url: 'https://example.com/', waitFor: 'main', extractText: true },
  ];
  const interval = { type: 'INTERVAL', intervalValue: 2, intervalUnit: 'DAYS' } as const;
  const comparison = { mode: 'text', threshold: 0.1, confirm: { after: 60 } } as const;
  const policy = {
    detectChanges: true,
    comparison,
    defaults: { width: 700 },
    endsAt: '2050-01-01T00:00:00+01:00',
  };
  const { id } = await client.schedules.create({ name: 'Full', schedule: interval, policy, items });
  await client.schedules.pause(id);
  const once = { type: 'ONCE', firstRunAt: '2050-01-01T00:00:00Z' } as const;
  for (const description of ['one', null])
    await client.schedules.create({ name: 'Twice', description, schedule: once });

  const { stdout } = await shotclock('export');
  expect((await withFile(stdout, 'plan')).stdout).toBe('No changes.\n');
  expect((await shotclock('apply', file, '--prune')).stdout).toBe('No changes.\n');
  expect(JSON.parse((await shotclock('export', '--json')).stdout).schedules).toHaveLength(3);

  for await (const one of client.schedules.list()) await client.schedules.delete(one.id);
  const withoutTwins = stdout.slice(0, stdout.indexOf('  - id:'));
  expect((await withFile(withoutTwins, 'import')).stdout).toBe(
    '+ schedule "Full"\n1 created, 0 changed, 0 deleted.\n',
  );
  expect((await shotclock('export')).stdout).toBe(withoutTwins);
  // Existing schedules are not imported again.
  expect((await shotclock('import', file)).stdout).toBe('No changes.\n');
});

test('only --prune deletes what is not in the file', async () => {
  await withFile(shop(), 'apply');
  await server.client.schedules.create({ name: 'Old', schedule: { type: 'CRON', cronExpression: '@daily' } });
  const smaller = shop().replace(/ {6}- url: https:\/\/example.com\/a\n.*\n/, '');
  const kept = await withFile(smaller, 'apply');
  expect(kept.stdout).toBe('No changes.\n');
  expect(kept.stderr).toBe(
    'Not in the file: schedules: 1; pages of other schedules: 1. --prune deletes them.\n',
  );
  const pruned = await shotclock('apply', file, '--prune');
  expect(pruned.stdout).toMatch(
    /^~ schedule "Shop" \(\d+\)\n {4}- page https:\/\/example.com\/a \(\d+\)\n- schedule "Old" \(\d+\)\n0 created, 1 changed, 1 deleted\.\n$/,
  );
  expect((await shotclock('plan', file, '--prune')).stdout).toBe('No changes.\n');
});

test('schedules are paused, resumed and renamed', async () => {
  await withFile(shop('    paused: true'), 'apply');
  const { id, policy } = await read('Shop');
  expect(policy!.pausedAt).not.toBeNull();
  // Without the field, schedules stay as they are.
  expect((await withFile(shop(), 'plan')).stdout).toBe('No changes.\n');
  const renamed = shop('    paused: false').replace('name: Shop', `id: ${id}\n    name: Store`);
  expect((await withFile(renamed, 'apply', '--json')).stdout).toBe(
    `${JSON.stringify([
      {
        action: 'change',
        id,
        name: 'Shop',
        changes: [
          { field: 'name', from: 'Shop', to: 'Store' },
          { field: 'paused', from: true, to: false },
        ],
        items: [],
      },
    ])}\n`,
  );
  expect((await read('Store')).policy!.pausedAt).toBeNull();
});

test.each([
  ['schedules: [', ':1:13: '],
  [
    shop().replace('timezone', 'timezon'),
    ':6:7: policy.timezon is not a known field; did you mean timezone?\n',
  ],
  [shop().replace('width', 'wide'), ':11:9: items.0.wide is not a known field; did you mean width?\n'],
  [shop().replace('0 9 * * 1-5', '0 99 * * *'), ':4:29: schedule.cronExpression '],
  [
    shop().replace('https://example.com/a', 'http://10.0.0.1/'),
    ':13:9: items.1.url is refused: 10.0.0.1 is a private address\n',
  ],
  [shop().replace('name: Shop', 'id: 999999\n    name: Shop'), ':2:5: id : there is no schedule 999999\n'],
  [
    `${shop()}${shop().replace('schedules:\n', '')}`,
    ':15:5: name is used by another schedule in this file\n',
  ],
  ['schedules:\n  - schedule: { type: CRON, cronExpression: "@daily" }\n', ':2:5: name is required\n'],
  ['[]', ':1:1: must be an object\n'],
])('refuses %j with its position', async (text, message) => {
  const { code, stdout, stderr } = await withFile(text, 'apply');
  expect(stderr).toContain(`${file}${message}`);
  expect([code, stdout]).toEqual([1, '']);
  expect((await server.client.schedules.list()).totalElements).toBe(0);
});

test('a name that several schedules have must come with an ID', async () => {
  const schedule = { type: 'CRON', cronExpression: '@daily' } as const;
  const ids = [];
  for (let count = 0; count < 2; count += 1)
    ids.push((await server.client.schedules.create({ name: 'Shop', schedule })).id);
  const { stderr } = await withFile(shop(), 'plan');
  expect(stderr).toContain(
    `${file}:2:5: name is the name of the schedules ${ids.join(', ')}; add the id of one of them\n`,
  );
});

test('a file that does not exist is reported', async () => {
  const { code, stderr } = await shotclock('plan', '/nowhere.yaml');
  expect([code, stderr]).toEqual([1, 'shotclock: /nowhere.yaml cannot be read (ENOENT).\n']);
});
