import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Account, ApiKey, CreatedApiKey } from '@shotclock/contracts';
import { defaultAccountId, insertDestination, migrate, openDatabase } from '@shotclock/db';
import { insertAccount } from '@shotclock/db/all-accounts';
import { processEnv, startErrorText } from '@shotclock/runtime';
import { createSealer } from '@shotclock/sealing';
import { createObjectStore, objectKey } from '@shotclock/storage';
import { bundledApps, createDatabase, startReceiver } from '@shotclock/testing';
import { afterAll, expect, test, vi } from 'vitest';
import { run } from '../src/run.ts';

const execute = promisify(execFile);
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const database = await createDatabase({ migrate });
const db = openDatabase({ url: database.url, name: 'cli test', connections: 1 });
afterAll(async () => {
  await db.close();
  await database.drop();
});

type Failure = { code: number; stdout: string; stderr: string };

type Settings = { DATABASE_URL?: string; DATA_DIR?: string; SECRETS_KEYS?: string; ALERT_ALLOW?: string };
const settings: Settings = { DATABASE_URL: database.url };

/** Runs a command in this process, which is much faster than a separate process. */
async function shotclock(args: string[], env = settings): Promise<string> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const streams = {
    writeOut: (chunk: string | Uint8Array) => void stdout.push(String(chunk)),
    writeErr: (text: string) => void stderr.push(text),
  };
  for (const name of ['DATABASE_URL', 'DATA_DIR', 'SECRETS_KEYS', 'ALERT_ALLOW'] as const)
    vi.stubEnv(name, env[name]);
  const code = await run(args, streams)
    .catch((error: unknown) => {
      stderr.push(startErrorText(error));
      return 1;
    })
    .finally(() => vi.unstubAllEnvs());
  if (code !== 0) throw { code, stdout: stdout.join(''), stderr: stderr.join('') } satisfies Failure;
  return stdout.join('');
}
async function shotclockProcess(args: string[], env = settings): Promise<string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = processEnv();
  const { stdout } = await execute(process.execPath, [main, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...bundledApps(), ...env },
  });
  return stdout;
}
const json = async <T>(...args: string[]): Promise<T> =>
  JSON.parse(await shotclock([...args, '--json'])) as T;
const failureOf = (command: Promise<string>): Promise<Failure> =>
  command.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );

test('accounts and keys are created, listed, rotated and revoked', async () => {
  const account = await json<Account>('account', 'create', '--name', 'Acme');
  expect(account).toMatchObject({ id: 2, name: 'Acme', createdAt: expect.any(String) });
  expect(await shotclock(['account', 'list'])).toMatch(/^ID +CREATED +NAME\n1 .* default\n2 .* Acme\n$/);

  const scopes = ['--scopes', 'read,write'];
  const created = await json<CreatedApiKey>('key', 'create', '--name', 'N', ...scopes, '--account', '2');
  expect(created).toMatchObject({ accountId: 2, name: 'N', scopes: ['read', 'write'], expiresAt: null });
  expect(created.key).toMatch(/^sc_/);
  // Without --json, only the key is printed, so that scripts can use it.
  expect(await shotclock(['key', 'create', '--name', 'Plain', ...scopes])).toMatch(/^sc_[0-9A-Za-z]{49}\n$/);

  const rotated = await json<CreatedApiKey>('key', 'rotate', String(created.id), '--overlap-seconds', '60');
  expect(rotated.key).not.toBe(created.key);
  // Only the first revocation counts. A key can be specified by its ID or by its prefix.
  expect(await shotclock(['key', 'revoke', rotated.prefix])).toBe(`Key ${rotated.prefix} was revoked.\n`);
  const revoked = await json<ApiKey>('key', 'revoke', String(rotated.id));
  expect(revoked).toMatchObject({ id: rotated.id, revokedAt: expect.any(String) });
  const listed = await json<ApiKey[]>('key', 'list');
  expect(listed.map(({ accountId, revokedAt }) => [accountId, revokedAt !== null])).toEqual([
    [2, false],
    [1, false],
    [2, true],
  ]);
  expect(await shotclock(['key', 'list'])).toMatch(/ revoked +never +N\n$/);

  const entries = await db.orm.execute(
    `select action, resource_type || ' ' || resource_id as resource, account_id::int as account, fields from audit_log
     where actor = 'COMMAND_LINE' order by id`,
  );
  expect([...entries].map(Object.values)).toEqual([
    ['createAccount', 'ACCOUNT 2', 2, ['name']],
    ['createApiKey', 'API_KEY 1', 2, ['name', 'scopes', 'accountId']],
    ['createApiKey', 'API_KEY 2', 1, ['name', 'scopes']],
    ['rotateApiKey', 'API_KEY 1', 2, ['overlapSeconds']],
    ['rotateApiKey', 'API_KEY 3', 2, ['overlapSeconds']],
    ['revokeApiKey', 'API_KEY 3', 2, []],
    ['revokeApiKey', 'API_KEY 3', 2, []],
  ]);
});

test("an account's limits are changed and printed", async () => {
  const changed = await json<Account>(
    'account',
    'limits',
    '1',
    '--captures-per-day',
    '50',
    '--schedules',
    '0',
  );
  expect(changed.limits).toMatchObject({ capturesPerDay: 50, schedules: 0, storedBytes: null });
  const table = [
    'runningCaptures  default',
    'waitingCaptures  default',
    'capturesPerDay   50',
    'schedules        default',
    'storedBytes      default',
    'itemBytes        default\n',
  ].join('\n');
  expect(await shotclock(['account', 'limits', '1', '--schedules', 'default'])).toBe(table);
  // Without options, nothing is changed or recorded.
  expect(await shotclock(['account', 'limits', '1'])).toBe(table);
  const entries = await db.orm.execute(`select fields from audit_log where action = 'updateAccount'`);
  expect([...entries]).toEqual([{ fields: ['limits'] }, { fields: ['limits'] }]);
});

test('names stored by earlier versions cannot control the terminal', async () => {
  const name = 'a\n1  forged\u001b[2J\u009b\u2028\u202e"é';
  const { id } = await insertAccount(db.orm, name);
  const text = await shotclock(['account', 'list']);
  expect(text).toContain('  a\\u000a1  forged\\u001b[2J\\u009b\\u2028\\u202e"é\n');
  const accounts = await json<Account[]>('account', 'list');
  expect(accounts.at(-1)).toMatchObject({ id, name });
});

test('reports invalid input on standard error, and exits with code 2 if the arguments are wrong', async () => {
  const cases: [string[], string, code?: number][] = [
    [['key', 'create', '--name', 'N'], "required option '--scopes <scopes>' not specified"],
    [['key', 'create', '--name', 'N', '--scopes', 'root'], '--scopes: must be one of read, write, admin\n'],
    [
      ['key', 'create', '--name', ' ', '--scopes', 'read'],
      'shotclock: --name: must be one line of printable text',
    ],
    [
      ['key', 'create', '--name', 'N', '--scopes', 'read', '--account', '99'],
      'There is no account 99. `shotclock account list` lists all accounts.',
      1,
    ],
    [['key', 'revoke', 'x'], "command-argument value 'x' is invalid"],
    [['key', 'revoke', '99'], 'There is no API key 99.', 1],
    [['key', 'revoke', 'sc_00000000'], 'There is no API key sc_00000000.', 1],
    [['account', 'limits', '99'], 'There is no account 99.', 1],
    [['account', 'limits', '1', '--schedules', '-1'], "argument '-1' is invalid"],
    [['keys'], "unknown command 'keys'"],
  ];
  for (const [args, message, expected = 2] of cases) {
    const { code, stdout, stderr } = await failureOf(shotclock(args));
    expect(stderr, args.join(' ')).toContain(message);
    expect([code, stdout], args.join(' ')).toEqual([expected, '']);
  }
});

test('the process writes results to standard output, and errors to standard error with exit code 1', async () => {
  expect(await shotclockProcess(['account', 'list'])).toMatch(/^ID +CREATED +NAME\n1 /);
  const { code, stdout, stderr } = await failureOf(shotclockProcess(['key', 'revoke', '99']));
  expect([code, stdout, stderr]).toEqual([
    1,
    '',
    'shotclock: There is no API key 99. `shotclock key list` lists all API keys.\n',
  ]);
});

test('without a database, the error message describes both ways to provide one', async () => {
  const { code, stderr } = await failureOf(shotclock(['key', 'list'], { DATA_DIR: '/nonexistent' }));
  expect(code).toBe(1);
  expect(stderr).toMatch(/^shotclock: no database: set DATABASE_URL, or start the standalone system/);
});

test('the error message for an unreachable database does not contain the password', async () => {
  const DATABASE_URL = 'postgres://operator:5ecre7@127.0.0.1:1/shotclock';
  const { code, stdout, stderr } = await failureOf(shotclock(['key', 'list'], { DATABASE_URL }));
  const message =
    'shotclock: The database at 127.0.0.1:1 cannot be reached: connection refused. Check that Postgres runs, and the host, port, user and password in DATABASE_URL.\n';
  expect([code, stdout, stderr]).toEqual([1, '', message]);
});

test('stored objects are checked and repaired', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-cli-'));
  try {
    const env = { DATABASE_URL: database.url, DATA_DIR: folder };
    const store = createObjectStore({ dataDir: folder, s3: null });
    const [intact, missing, damaged, orphan] = ['1', '2', '3', '4'].map((body) => ({
      body: Buffer.from(body),
      sha256: createHash('sha256').update(body).digest('hex'),
    })) as [Part, Part, Part, Part];
    await db.orm.execute(`insert into objects (sha256, size, content_type, suspect_since) values
      ${[intact, missing, damaged].map(({ sha256 }) => `('${sha256}', 1, 'image/png', null)`).join()}`);
    for (const { sha256, body } of [intact, { ...damaged, body: Buffer.from('x') }, orphan])
      await store.put(objectKey(sha256), body, 'image/png');

    const found = await failureOf(shotclockProcess(['storage', 'check', '--repair'], env));
    expect(found).toMatchObject({ code: 3, stderr: '' });
    expect(found.stdout.trim().split('\n').toSorted()).toEqual([
      '1 intact, 1 missing, 1 damaged, 1 unknown',
      `damaged ${damaged.sha256}`,
      `missing ${missing.sha256}`,
      `orphan ${orphan.sha256}`,
    ]);
    const marked = await db.orm.execute<{ sha256: string }>(
      'select sha256 from objects where unreadable_since is not null',
    );
    expect(marked.map(({ sha256 }) => sha256).toSorted()).toEqual(
      [missing.sha256, damaged.sha256].toSorted(),
    );

    for (const { sha256, body } of [missing, damaged])
      await store.put(objectKey(sha256), body, 'image/png', { replace: true });
    expect(await shotclock(['storage', 'check', '--repair', '--json'], env)).toBe(
      `${JSON.stringify({ intact: 3, missing: 0, damaged: 0, orphan: 0 })}\n`,
    );
    expect(await db.orm.execute('select from objects where unreadable_since is not null')).toHaveLength(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a test message is sent to a destination, and the exit code says whether it was delivered', async () => {
  const receiver = await startReceiver();
  const key = randomBytes(32);
  const { id } = await insertDestination(
    db.orm,
    { accountId: defaultAccountId, name: 'On call', kind: 'ntfy', origin: receiver.origin },
    (id) =>
      createSealer([key]).seal(
        JSON.stringify({ url: `${receiver.origin}/t0p1c` }),
        `destination:${defaultAccountId}:${id}`,
      ),
  );
  const env = { DATABASE_URL: database.url, SECRETS_KEYS: key.toString('base64') };
  const allowed = { ...env, ALERT_ALLOW: '127.0.0.0/8' };
  const command = ['destination', 'test', String(id)];
  try {
    receiver.respondWith((response, { path }) => void response.writeHead(200).end(`got ${path}`));
    expect(await shotclock(command, allowed)).toMatch(
      /^delivered {2}yes, after \d+ ms\ntext {7}arrived\npicture {4}not sent\nstatus {5}200\nresponse {3}got …\n$/,
    );
    expect(JSON.parse(await shotclock([...command, '--json'], allowed))).toMatchObject({
      ...{ delivered: true, status: 200, error: null, text: true, picture: 'NOT_SENT' },
    });
    expect(receiver.received).toHaveLength(2);

    receiver.respondWith((response) => void response.writeHead(500).end());
    for (const settings of [allowed, env]) {
      const { code, stdout } = await failureOf(shotclock(command, settings));
      expect([code, stdout]).toEqual([1, expect.stringContaining('text       not sent\n')]);
    }
    expect(receiver.received).toHaveLength(3);
    const { stderr } = await failureOf(
      shotclock(command, { DATABASE_URL: database.url, DATA_DIR: '/nonexistent' }),
    );
    expect(stderr).toContain('The operator must set SECRETS_KEYS.');
  } finally {
    await receiver.close();
  }
  const missing = await failureOf(shotclock(['destination', 'test', '99'], allowed));
  expect(missing).toMatchObject({
    code: 1,
    stderr:
      'shotclock: There is no destination 99. The dashboard and `GET /destinations` list all destinations.\n',
  });
  const [entry] = await db.orm.execute(
    `select actor, resource_type, resource_id::int as id from audit_log where action = 'testDestination' limit 1`,
  );
  expect(entry).toEqual({ actor: 'COMMAND_LINE', resource_type: 'DESTINATION', id });
});

type Part = { body: Buffer; sha256: string };
