import { createDatabase, type TestDatabase } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrate, openDatabase } from '../src/index.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createDatabase({ migrate });
  db = openDatabase({ url: database.url, name: 'pool usage', connections: 2, transactions: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("the pool's usage includes statements, transactions, and transactions that are waiting to begin", async () => {
  expect(db.poolUsage()).toEqual({ max: 2, inUse: 0, waiting: 0, waitingForConnection: 0 });
  const [locked, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = db.transaction(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(1)');
    locked.resolve();
    await finish.promise;
  });
  await locked.promise;
  const second = db.transaction(async (tx) => void (await tx.execute('select 1')));
  expect(db.poolUsage()).toEqual({ max: 2, inUse: 1, waiting: 1, waitingForConnection: 0 });
  const statement = db.orm.execute('select pg_advisory_lock(1)').execute();
  await expect.poll(() => db.poolUsage()).toEqual({ max: 2, inUse: 2, waiting: 1, waitingForConnection: 0 });
  finish.resolve();
  await Promise.all([first, second, statement]);
  await expect(db.orm.execute('select no_such_column')).rejects.toThrow();
  await expect.poll(() => db.poolUsage()).toEqual({ max: 2, inUse: 0, waiting: 0, waitingForConnection: 0 });
});
