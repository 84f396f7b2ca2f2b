import { connect } from 'node:net';
import {
  createDatabase,
  startTcpFaultProxy,
  type TcpFaultProxy,
  type TestDatabase,
} from '@shotclock/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, isDatabaseUnavailable, openDatabase } from '../src/index.ts';

let database: TestDatabase;
let proxy: TcpFaultProxy;
let db: Database;
beforeAll(async () => {
  database = await createDatabase();
  proxy = await startTcpFaultProxy(database.url);
  db = openDatabase({ url: proxy.url, name: 'test', connections: 1 });
});
afterAll(async () => {
  await db.close();
  await proxy.disable();
  await database.drop();
});

/** The real error from a connection to a closed port. */
async function refusedConnection(): Promise<unknown> {
  const { port } = new URL(proxy.url);
  return new Promise((resolve) => connect(Number(port), '127.0.0.1').once('error', resolve));
}

async function whileRefusing<T>(work: () => Promise<T>): Promise<T> {
  await proxy.disable();
  return work().finally(() => proxy.enable());
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const uses: Record<string, () => Promise<unknown>> = {
  'a statement': () => db.orm.execute(sql`select 1`),
  'a transaction': () => db.transaction((tx) => tx.execute(sql`select 1`)),
  'a snapshot': () => db.snapshot((tx) => tx.execute(sql`select 1`)),
  'a subscription': () =>
    db.listen(
      'test',
      () => undefined,
      () => undefined,
    ),
};

test.each(Object.keys(uses))('%s reports that the database refuses connections', async (name) => {
  expect(await whileRefusing(() => errorOf(uses[name]!()))).toSatisfy(isDatabaseUnavailable);
});

test('a transaction reports that its connection was lost before its commit', async () => {
  const lost = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await whileRefusing(async () => undefined);
  });
  expect(await errorOf(lost)).toSatisfy(isDatabaseUnavailable);
});

test('the same error from another server is not treated as a database outage, even inside a transaction', async () => {
  const refused = await whileRefusing(refusedConnection);
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  expect(isDatabaseUnavailable(refused)).toBe(false);
  expect(isDatabaseUnavailable(new Error('not stored', { cause: refused }))).toBe(false);
  const failed = await errorOf(
    db.transaction(async () => {
      throw refused;
    }),
  );
  expect(failed).toBe(refused);
});

test('a statement that Postgres rejects is not treated as an outage', async () => {
  const error = await errorOf(db.orm.execute(sql`select 1 / 0`));
  expect(error).toMatchObject({ cause: { code: '22012' } });
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test('a deadlock is treated as an outage, because the same work can succeed later', async () => {
  const failing = db.orm.execute(
    sql`do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`,
  );
  expect(isDatabaseUnavailable(await errorOf(failing))).toBe(true);
});
