// Every command and block of code in the documents is run by a test, or is an exception with a reason.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@shotclock/db';
import { processEnv, settings } from '@shotclock/runtime';
import { createDatabase } from '@shotclock/testing';
import { expect, onTestFinished, test } from 'vitest';
import { root, rules, rulesFor, snippets, snippetsRunBy } from './documented-blocks.fixture.ts';

const run = promisify(execFile);
const own = snippetsRunBy('apps/standalone/test/documented-blocks.test.ts');
const codeOf = (pattern: RegExp): string[] =>
  own.map(({ code }) => code).filter((code) => pattern.test(code));

test('a new command or block of code needs a test that runs it, or an exception', () => {
  const unassigned = snippets.filter((snippet) => rulesFor(snippet).length !== 1);
  expect(unassigned.map(({ file, language, code }) => [file, language, code])).toEqual([]);
  const unused = rules.filter((rule) => !snippets.some((snippet) => rulesFor(snippet).includes(rule)));
  expect(unused).toEqual([]);
  for (const rule of rules)
    if ('runBy' in rule) expect(existsSync(join(root, rule.runBy)), rule.runBy).toBe(true);
});

test('the commands that create secrets create valid settings', async () => {
  const lines = codeOf(/^(LINK_SECRETS|SECRETS_KEYS)=/);
  expect(lines).toHaveLength(5);
  const created = new Map<string, string>();
  for (const line of lines) {
    const name = line.split('=')[0] as 'LINK_SECRETS' | 'SECRETS_KEYS';
    const script = `${line}; printf %s "$${name}"`;
    const previous = created.get(name) ?? '';
    // The line that creates one secret comes first; the others combine two.
    const fresh = lines.find((one) => one.startsWith(`${name}=`) && one.includes('$('));
    const other = execFileSync('bash', ['-c', `${fresh}; printf %s "$${name}"`], { encoding: 'utf8' });
    const { stdout } = await run('bash', ['-c', script], {
      env: { ...processEnv(), OLD: previous, NEW: other },
    });
    if (line === fresh) created.set(name, stdout);
    expect(settings[name].type.parse(stdout), line).toHaveLength(line === fresh ? 1 : 2);
  }
});

test('the SQL for connection poolers sets the time limits of new sessions', async () => {
  const [sql = ''] = codeOf(/^alter database/);
  const { url, drop } = await createDatabase();
  const name = new URL(url).pathname.slice(1);
  const direct = openDatabase({ url, name: 'test', connections: 1 });
  for (const statement of sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .filter((one) => one.trim() !== ''))
    await direct.orm.execute(statement.replace('database shotclock', `database ${name}`));
  const stored = await direct.orm.execute<{ config: string[] }>(
    `select setconfig as config from pg_db_role_setting join pg_database on oid = setdatabase where datname = current_database()`,
  );
  await direct.close();
  await drop();
  expect(stored[0]!.config.toSorted()).toEqual([
    'idle_in_transaction_session_timeout=10s',
    'statement_timeout=20s',
    'transaction_timeout=15s',
  ]);
});

test('the options of `docker run` are those that a worker without the rights recommends', () => {
  const [command = ''] = codeOf(/^docker run --security-opt/);
  const options = command.replace('docker run ', '').replace(' …', '');
  expect(readFileSync(join(root, 'packages/capture/src/diagnosis/browser-findings.ts'), 'utf8')).toContain(
    options,
  );
  const profile = JSON.parse(readFileSync(join(root, /seccomp=(\S+)/.exec(options)![1]!), 'utf8'));
  expect(profile).toMatchObject({
    defaultAction: expect.stringMatching(/^SCMP_ACT_/),
    syscalls: expect.any(Array),
  });
});

test('`docker build` and `docker run` name what the image declares', () => {
  // `pnpm test:images` builds and runs the image.
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const [build, started, ...others] = [...operations.matchAll(/`(docker (?:build|run) [^`]+)`/g)].map(
    ([, one]) => one!,
  );
  expect([build, others]).toEqual(['docker build -t shotclock .', []]);
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const [, port, folder] = /^docker run -p (\d+):\1 -v shotclock:(\/\w+) shotclock$/.exec(started!) ?? [];
  expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${port}$`, 'm'));
  expect(dockerfile).toMatch(new RegExp(`^VOLUME ${folder}$`, 'm'));
  expect(readFileSync(join(root, 'scripts/test-images.ts'), 'utf8')).toContain(`'${folder}'`);
  for (const [, argument] of operations.matchAll(/`--build-arg ([A-Z_]+)=/g))
    expect(dockerfile).toMatch(new RegExp(`^ARG ${argument}=`, 'm'));
});

test('pgbench measures what the document says', async ({ skip }) => {
  if (
    !(await run('pgbench', ['--version']).then(
      () => true,
      () => false,
    ))
  )
    skip('pgbench is not installed');
  const [line = ''] = snippetLines(/^pgbench /);
  const [command = '', script = ''] = line.split(/ +# /);
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-pgbench-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const db = openDatabase({ url: database.url, name: 'test', connections: 1 });
  await db.orm.execute('create table rows (value text)');
  await writeFile(join(folder, 'notify.sql'), script);
  // One second is enough to find mistakes.
  const args = command.replace('-c 64', '-c 2').replace('-T 10', '-T 1').split(' ').slice(1, -1);
  const { stdout } = await run('pgbench', [...args, database.url], { cwd: folder });
  expect(stdout).toMatch(/number of failed transactions: 0 /);
  expect(await db.orm.execute('select 1 from rows limit 1')).toHaveLength(1);
  await db.close();
});

/** Lines with their comments. */
const snippetLines = (pattern: RegExp): string[] =>
  readFileSync(join(root, 'docs/scale.md'), 'utf8')
    .split('\n')
    .filter((line) => pattern.test(line));
