import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '@shotclock/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../src/all-accounts.ts';
import {
  type Database,
  extendTransaction,
  isDatabaseUnavailable,
  migrate,
  openDatabase,
} from '../src/index.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createDatabase({ migrate });
  db = openDatabase({ url: database.url, name: 'test' });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

// The tests that lock rows run concurrently, because each of them waits for its session's time limit.
test.concurrent('a row lock is released if the process that holds it hangs inside its transaction', async () => {
  const program = fileURLToPath(new URL('locking-process.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [program, database.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    child.kill('SIGSTOP');
    const changed = await db.orm.execute(`update accounts set name = 'after' where id = 1 returning name`);
    expect([...changed]).toEqual([{ name: 'after' }]);
  } finally {
    child.kill('SIGKILL');
  }
  const [row] = await db.orm.execute('select name from accounts where id = 1');
  expect(row).toEqual({ name: 'after' });
}, 60_000);

/** A proxy to the database that drops the parameter values (`Bind`) of each statement. */
async function startBindDroppingProxy(url: string): Promise<{ url: string; server: Server }> {
  const { hostname, port } = new URL(url);
  const bind = 'B'.charCodeAt(0);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const one of [client, upstream]) one.on('error', () => one.destroy());
    upstream.pipe(client);
    client.on('data', (chunk) => chunk[0] === bind || upstream.write(chunk));
    client.on('close', () => upstream.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const proxied = new URL(url);
  proxied.port = String((server.address() as AddressInfo).port);
  return { url: proxied.href, server };
}

test.concurrent('a row lock is released if its process hangs between the parse and bind steps of a statement', async () => {
  const { id } = await insertAccount(db.orm, 'before');
  const proxy = await startBindDroppingProxy(database.url);
  const hanging = openDatabase({ url: proxy.url, name: 'hanging' });
  try {
    await hanging.limitTransactions();
    const locked = Promise.withResolvers<void>();
    const hung = hanging.transaction(async (tx) => {
      await tx.execute(`update accounts set name = 'locked' where id = ${id}`);
      locked.resolve();
      await tx.execute(sql`select ${1}::integer`);
    });
    hung.catch(locked.reject);
    await locked.promise;
    const changed = await db.orm.execute(
      `update accounts set name = 'changed' where id = ${id} returning name`,
    );
    expect([...changed]).toEqual([{ name: 'changed' }]);
    await expect(hung).rejects.toSatisfy(isDatabaseUnavailable);
  } finally {
    await hanging.close();
    proxy.server.close();
  }
}, 60_000);

test("an extended transaction may exceed its session's time limits", async () => {
  const [row] = await db.orm.execute<{ has: boolean }>(
    `select count(*) > 0 as has from pg_settings where name = 'transaction_timeout'`,
  );
  await db.transaction(async (tx) => {
    if (row!.has) await tx.execute(`set local transaction_timeout = '300ms'`);
    await tx.execute(`set local statement_timeout = '300ms'`);
    await extendTransaction(tx, 5);
    await tx.execute('select pg_sleep(0.6)');
  });
});
