import { migrate, openDatabase, pingDatabase } from '@shotclock/db';
import { createDatabase, eventually } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryWhileDatabaseDown } from '../src/retry-while-database-down.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let unavailable: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase({ migrate });
  unavailable = await createDatabase({ migrate });
});
afterAll(() => Promise.all([database.drop(), unavailable.drop()]));

/** Renames the second database during `work`, so that connections to it fail until `restore` is called. */
async function whileUnavailable(work: (restore: () => Promise<void>) => Promise<void>): Promise<void> {
  const admin = openDatabase({ url: database.url, name: 'test' });
  const name = new URL(unavailable.url).pathname.slice(1);
  const rename = (from: string, to: string) => admin.orm.execute(`alter database ${from} rename to ${to}`);
  await rename(name, `${name}_renamed`);
  let isRestored = false;
  const restore = async () => {
    if (!isRestored) await rename(`${name}_renamed`, name);
    isRestored = true;
  };
  await work(restore).finally(async () => {
    await restore();
    await admin.close();
  });
}

test('work is retried while the database is unavailable, and its result is returned afterwards', () =>
  whileUnavailable(async (restore) => {
    const db = openDatabase({ url: unavailable.url, name: 'test' });
    let attempts = 0;
    const result = retryWhileDatabaseDown(
      db,
      async () => {
        attempts += 1;
        await pingDatabase(db);
        return 'done';
      },
      new AbortController().signal,
    );
    await eventually(() => attempts >= 2, { what: 'a second attempt' });
    await restore();
    expect(await result).toBe('done');
    await db.close();
  }));

test('aborting stops the retries, and the last error is thrown', () =>
  whileUnavailable(async () => {
    const db = openDatabase({ url: unavailable.url, name: 'test' });
    const stopping = new AbortController();
    const result = retryWhileDatabaseDown(db, () => pingDatabase(db), stopping.signal);
    stopping.abort();
    await expect(result).rejects.toMatchObject({ cause: { code: '3D000' } });
    await db.close();
  }));

test('work is not retried after any other error', async () => {
  const db = openDatabase({ url: database.url, name: 'test' });
  let attempts = 0;
  const result = retryWhileDatabaseDown(
    db,
    async () => {
      attempts += 1;
      await db.orm.execute('select 1 / 0');
    },
    new AbortController().signal,
  );
  await expect(result).rejects.toMatchObject({ cause: { code: '22012' } });
  expect(attempts).toBe(1);
  await db.close();
});

test('work that always exceeds a time limit is abandoned if the database responds to other requests', async () => {
  const db = openDatabase({ url: database.url, name: 'test' });
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    await db.orm.execute(`do $$ begin raise exception 'too slow' using errcode = '57014'; end $$`);
  };
  const result = retryWhileDatabaseDown(db, work, new AbortController().signal, 1);
  await expect(result).rejects.toMatchObject({ cause: { code: '57014' } });
  expect(attempts).toBe(5);
  await db.close();
});

test('lost connections do not stop the retries while the database is unavailable', () =>
  whileUnavailable(async (restore) => {
    const db = openDatabase({ url: unavailable.url, name: 'test' });
    const other = openDatabase({ url: database.url, name: 'test' });
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      if (attempts === 7) await restore();
      else await other.orm.execute(`do $$ begin raise exception 'ended' using errcode = '57P01'; end $$`);
    };
    await retryWhileDatabaseDown(db, work, new AbortController().signal, 1);
    expect(attempts).toBe(7);
    await Promise.all([db.close(), other.close()]);
  }));
