import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { createDatabase, eventually, startTcpFaultProxy, type TestDatabase } from '@shotclock/testing';
import { sql } from 'drizzle-orm';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase, type Queryable } from '../src/index.ts';

const idleMs = 50;
let database: TestDatabase;
let admin: Sql;
beforeAll(async () => {
  database = await createDatabase();
  admin = postgres(database.url, { max: 1, onnotice: () => undefined });
  await admin`create table notes (text text)`;
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});
beforeEach(async () => {
  await admin`truncate notes`;
});

async function withPool(connections: number, work: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase({ url: database.url, name: 'losing', connections });
  await work(db).finally(() => db.close());
}

const note = (tx: Queryable, text: string) => tx.execute(sql`insert into notes values (${text})`);
const notes = async () => (await admin`select text from notes order by text`).map(({ text }) => text);
/** Terminates each connection of the pool with probability `share`. */
const terminate = (share = 1) => admin`
  select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'losing' and random() <= ${share}`;
const sleepers = () => admin`
  select 1 from pg_stat_activity where application_name = 'losing' and wait_event = 'PgSleep'`;

// A pool with one connection reuses the connection object after its connection was lost.
test('a transaction that loses its connection is rolled back, and its later statements do not run on another connection', () =>
  withPool(1, async (db) => {
    const lateStatement = Promise.withResolvers<unknown>();
    const lost = db.transaction(async (tx) => {
      await note(tx, 'before');
      await terminate();
      await expect(lost).rejects.toThrow();
      await note(db.orm, 'outside');
      lateStatement.resolve(await note(tx, 'after').catch((error: unknown) => error));
    });
    await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(await lateStatement.promise).toBeInstanceOf(Error);
    expect(await notes()).toEqual(['outside']);
  }));

test('a transaction that loses its connection cannot commit the next transaction', () =>
  withPool(1, async (db) => {
    const nextIsOpen = Promise.withResolvers<void>();
    const lost = db.transaction(async (tx) => {
      await note(tx, 'lost');
      await terminate();
      await nextIsOpen.promise;
    });
    await expect(lost).rejects.toThrow();
    const next = db.transaction(async (tx) => {
      await note(tx, 'next');
      nextIsOpen.resolve();
      await nextTurn();
      await note(tx, 'also rolled back');
      throw new Error('roll back');
    });
    await expect(next).rejects.toThrow('roll back');
    expect(await notes()).toEqual([]);
  }));

test('a statement whose connection is lost fails, and the next statement works', () =>
  withPool(1, async (db) => {
    for (const text of ['1', '2', '3']) {
      const running = expect(
        db.transaction(async (tx) => {
          await note(tx, 'never');
          await tx.execute(sql`select pg_sleep(60)`);
        }),
      ).rejects.toThrow();

      await eventually(async () => (await sleepers()).length > 0, { what: 'a sleeping statement' });
      await terminate();
      await running;
      await note(db.orm, text);
    }
    expect(await notes()).toEqual(['1', '2', '3']);
  }));

test('transactions are atomic and always end, no matter when connections are lost', () =>
  withPool(4, async (db) => {
    let losing = true;
    const losses = (async () => {
      for (let times = 0; times < 100; times += 1) await terminate(0.4);
      losing = false;
    })();
    const committed: string[] = [];
    const writer = async (name: string) => {
      for (let n = 0; losing; n += 1) {
        const text = `${name} ${n}`;
        const written = db.transaction(async (tx) => {
          await note(tx, text);
          await note(tx, text);
        });
        await written.then(
          () => committed.push(text),
          () => undefined,
        );
      }
    };
    await Promise.all([losses, ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(writer)]);
    const found = await admin<{ text: string; times: number }[]>`
      select text, count(*)::int as times from notes group by text`;
    expect(found.filter(({ times }) => times !== 2)).toEqual([]);
    const texts = new Set(found.map(({ text }) => text));
    expect(committed.filter((text) => !texts.has(text))).toEqual([]);
    expect(committed.length).toBeGreaterThan(0);
  }));

test('a subscription is renewed when its connection stops delivering notifications', async () => {
  const proxy = await startTcpFaultProxy(database.url);
  const db = openDatabase({ url: proxy.url, name: 'listening', listenCheckMs: 600 });
  let subscriptions = 0;
  const messages: string[] = [];
  await db.listen(
    'news',
    (message) => messages.push(message),
    () => (subscriptions += 1),
  );
  // The pool has not opened a connection yet.
  proxy.stallExisting();
  await eventually(() => subscriptions === 2, { timeoutMs: 20_000, what: 'the second subscription' });
  await admin`select pg_notify('news', 'hello')`;
  await eventually(() => messages.includes('hello'), { what: 'the message' });
  await db.close();
  await proxy.disable();
});

test('a connection can be reserved while an idle one is being closed', async () => {
  for (let times = 0; times < 20; times += 1) {
    const client = postgres(database.url, { idle_timeout: idleMs / 1_000, onnotice: () => undefined });
    (await client.reserve()).release();
    await delay(idleMs);
    (await client.reserve()).release();
    await client.end();
  }
});
