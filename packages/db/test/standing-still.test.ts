import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '@shotclock/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, isDatabaseUnavailable, migrate, openDatabase } from '../src/index.ts';

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

test('does not wait for ever for a process that stands still inside a transaction', async () => {
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

/** A way to the database on which statements arrive as far as their first half: their values are lost. */
async function halfWay(url: string): Promise<{ url: string; server: Server }> {
  const { hostname, port } = new URL(url);
  const bind = 'B'.charCodeAt(0);
  const server = createServer((client) => {
    const onward = connect(Number(port), hostname);
    for (const one of [client, onward]) one.on('error', () => one.destroy());
    onward.pipe(client);
    client.on('data', (chunk) => chunk[0] === bind || onward.write(chunk));
    client.on('close', () => onward.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return { url: through.href, server };
}

test('does not wait for ever for a process that stands still in the middle of a statement', async () => {
  const way = await halfWay(database.url);
  const still = openDatabase({ url: way.url, name: 'standing still' });
  try {
    await still.limitTransactions();
    const locked = Promise.withResolvers<void>();
    const standing = still.transaction(async (tx) => {
      await tx.execute(`update accounts set name = 'locked' where id = 1`);
      locked.resolve();
      await tx.execute(sql`select ${1}::integer`);
    });
    standing.catch(locked.reject);
    await locked.promise;
    const changed = await db.orm.execute(`update accounts set name = 'changed' where id = 1 returning name`);
    expect([...changed]).toEqual([{ name: 'changed' }]);
    await expect(standing).rejects.toSatisfy(isDatabaseUnavailable);
  } finally {
    await still.close();
    way.server.close();
  }
}, 60_000);
