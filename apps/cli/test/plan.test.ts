import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Schedule } from '@shotclock/client';
import { CreateScheduleBody, ItemRequestBody, UpdateItemComparison } from '@shotclock/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { EntryBody } from '../src/plan/schedule-file.ts';
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

test('the comparison settings of items are created, changed and removed', async () => {
  const compared = (more: string, other = '') =>
    shop('      detectChanges: true\n      comparison: { threshold: 0.5 }')
      .replace('        fullPage: false\n', `        fullPage: false\n        comparison: ${more}\n`)
      .replace('{ blockAds: true }\n', `{ blockAds: true }\n${other}`);
  const own = { ignoredRegions: ['0,0,800,40'], conditions: {}, confirm: false };
  const second = '        comparison: { recent: 2 }\n';
  expect((await withFile(compared(JSON.stringify(own), second), 'apply')).code).toBe(0);
  expect((await shotclock('plan', file)).stdout).toBe('No changes.\n');
  const { id, items } = await read('Shop');
  const ownOf = async (index: number) => (await server.client.items.comparison(id, items[index]!.id)).own;
  const none = { threshold: null, ignoredSelectors: null, ignoredRegions: null, regions: null };
  const inherited = { ...none, conditions: null, compare: null, confirm: null, recent: null };
  expect(await ownOf(0)).toEqual({ ...inherited, ...own });
  expect(await ownOf(1)).toEqual({ ...inherited, recent: 2 });
  const { stdout } = await shotclock('export');
  expect((await withFile(stdout, 'plan')).stdout).toBe('No changes.\n');

  const changed = compared('{ threshold: 0.1, confirm: false, ignoredSelectors: null }');
  const added = '      - url: https://example.com/c\n        comparison: { compare: always }\n';
  expect((await withFile(changed + added, 'apply')).stdout).toBe(
    [
      `~ schedule "Shop" (${id})`,
      `    ~ page https://example.com/ (${items[0]!.id})`,
      '        comparison.threshold: default → 0.1',
      '        comparison.ignoredRegions: ["0,0,800,40"] → default',
      '        comparison.conditions: {} → default',
      `    ~ page https://example.com/a (${items[1]!.id})`,
      '        comparison.recent: 2 → default',
      '    + page https://example.com/c',
      '0 created, 1 changed, 0 deleted.\n',
    ].join('\n'),
  );
  expect((await shotclock('plan', file)).stdout).toBe('No changes.\n');
  expect(await ownOf(0)).toEqual({ ...inherited, threshold: 0.1, confirm: false });
  expect(await ownOf(1)).toEqual(inherited);
  const third = (await read('Shop')).items[2]!.id;
  expect((await server.client.items.comparison(id, third)).own).toEqual({ ...inherited, compare: 'always' });

  // The size of the image is known only to the server.
  const outside = await withFile(compared("{ ignoredRegions: ['800,0,1,1'] }"), 'apply');
  expect(outside).toMatchObject({ code: 1, stdout: '' });
  expect(outside.stderr).toContain(`${file}:14:40: items.0.comparison.ignoredRegions.0 is outside the image`);
});

test('the name of a time zone can be written in any case', async () => {
  const policyOf = async () => (await read('Shop')).policy!.timezone;
  await withFile(shop().replace('Europe/Paris', 'europe/BERLIN'), 'apply');
  expect(await policyOf()).toBe('Europe/Berlin');
  expect((await shotclock('plan', file)).stdout).toBe('No changes.\n');
  const changed = await withFile(shop().replace('Europe/Paris', 'utc'), 'apply');
  expect(changed.stdout).toContain('    policy.timezone: "Europe/Berlin" → "utc"\n');
  expect(await policyOf()).toBe('UTC');
  expect((await shotclock('plan', file)).stdout).toBe('No changes.\n');
});

test('the file accepts all fields of the requests that create schedules, items and comparisons', () => {
  const fields = (schema: object) => Object.keys((schema as { properties: object }).properties).toSorted();
  const { items } = EntryBody.properties;
  expect(fields(EntryBody)).toEqual([...fields(CreateScheduleBody), 'id', 'paused'].toSorted());
  expect(fields(items.items)).toEqual([...fields(ItemRequestBody), 'comparison'].toSorted());
  expect(fields(items.items.properties.comparison)).toEqual(fields(UpdateItemComparison));
});

describe('somebody else changes the schedule between plan and apply', () => {
  /** Waits until `apply` has read the schedules, and then calls `change`. Its requests pass through a server of the test. */
  async function applyAfter(
    change: () => Promise<unknown>,
    isChanged: (request: IncomingMessage) => boolean,
    ...options: string[]
  ) {
    let isDone = false;
    const proxy = createServer(async (request, response) => {
      if (!isDone && isChanged(request)) {
        isDone = true;
        await change();
      }
      const body = request.method === 'GET' ? undefined : await buffer(request);
      const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
      const answer = await fetch(new URL(request.url!, server.origin), {
        method: request.method!,
        headers,
        ...(body?.length && { body }),
      });
      const { etag, 'content-type': type } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, { ...(etag && { etag }), ...(type && { 'content-type': type }) });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const result = await runCommand(['apply', file, ...options], {
      SHOTCLOCK_URL: `http://127.0.0.1:${port}`,
    });
    expect(isDone).toBe(true);
    return result;
  }
  const isPreview = ({ url }: IncomingMessage) => url!.endsWith('/preview');
  const isWrite = (of: RegExp) => (request: IncomingMessage) =>
    request.method !== 'GET' && of.test(request.url!);

  test.each([
    ['before the change', isPreview],
    // The condition of the request fails, because the change comes after the last check of the plan.
    ['while the change is sent', isWrite(/\/schedules\/\d+\?/)],
  ])('the schedule is not changed: %s', async (_when, at) => {
    await withFile(shop(), 'apply');
    const { id } = await read('Shop');
    await writeFile(file, shop('      retentionDays: 30').replace('Europe/Paris', 'UTC'));
    const refused = await applyAfter(
      () => server.client.schedules.update(id, { policy: { timezone: 'Asia/Tokyo' } }),
      at,
    );
    expect(refused).toEqual(
      expect.objectContaining({
        code: 1,
        stdout: '',
        stderr: `shotclock: Schedule ${id} was changed while the plan was made. Run the command again.\n`,
      }),
    );
    expect((await read('Shop')).policy).toMatchObject({ timezone: 'Asia/Tokyo', retentionDays: null });
    const again = await shotclock('apply', file);
    expect(again.stdout).toContain('policy.timezone: "Asia/Tokyo" → default\n');
  });

  test.each([
    ['settings', (id: number, item: number) => server.client.items.update(id, item, { width: 500 })],
    [
      'comparison',
      (id: number, item: number) => server.client.items.updateComparison(id, item, { recent: 1 }),
    ],
  ])('an item whose %s were changed is neither changed nor deleted', async (_what, change) => {
    await withFile(shop(), 'apply');
    const { id, items } = await read('Shop');
    const [first, second] = items.map((item) => item.id);
    const wider = shop().replace('width: 800', 'width: 900\n        comparison: { recent: 3 }');
    await writeFile(file, wider);
    const refused = await applyAfter(() => change(id, first!), isPreview);
    const message = (item: number) =>
      `shotclock: Page ${item} of schedule ${id} was changed while the plan was made. Run the command again.\n`;
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: message(first!) });

    await writeFile(file, shop().replace(/ {6}- url: https:\/\/example.com\/a\n.*\n/, ''));
    await shotclock('apply', file);
    const kept = await applyAfter(() => change(id, second!), isWrite(/\/items\/\d+/), '--prune');
    expect(kept).toMatchObject({ code: 1, stdout: '', stderr: message(second!) });
    expect((await read('Shop')).items.map((item) => item.id)).toEqual([first, second]);
  });

  test('a schedule that was changed is not deleted', async () => {
    await withFile(shop(), 'apply');
    const { id } = await read('Shop');
    await writeFile(file, 'schedules: []\n');
    const change = () => server.client.schedules.update(id, { description: 'needed' });
    const refused = await applyAfter(change, isWrite(/\/schedules\/\d+$/), '--prune');
    expect(refused.stderr).toBe(
      `shotclock: Schedule ${id} was changed while the plan was made. Run the command again.\n`,
    );
    expect((await read('Shop')).description).toBe('needed');
  });
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
  // In the order of the file.
  [
    shop().replace('timezone', 'timezon').replace('tags', 'tag'),
    ':3:5: tag is not a known field; did you mean tags?\n',
  ],
  ['', ':1:1: must contain a list `schedules`; `shotclock export` prints such a file\n'],
  ['[]', ':1:1: must contain a list `schedules`; `shotclock export` prints such a file\n'],
])('refuses %j with its position', async (text, message) => {
  const { code, stdout, stderr } = await withFile(text, 'apply');
  expect(stderr).toContain(`shotclock: ${file}${message}`);
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
