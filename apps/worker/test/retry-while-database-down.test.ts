import { migrate, openDatabase, pingDatabase } from '@shotclock/db';
import { createDatabase, eventually } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryWhileDatabaseDown } from '../src/retry-while-database-down.ts';

let here: Awaited<ReturnType<typeof createDatabase>>;
let away: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  here = await createDatabase({ migrate });
  away = await createDatabase({ migrate });
});
afterAll(() => Promise.all([here.drop(), away.drop()]));

async function whileAway(work: (back: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const admin = openDatabase({ url: here.url, name: 'test' });
  const name = new URL(away.url).pathname.slice(1);
  const rename = (from: string, to: string) => admin.orm.execute(`alter database ${from} rename to ${to}`);
  await rename(name, `${name}_away`);
  let isBack = false;
  const back = async () => {
    if (!isBack) await rename(`${name}_away`, name);
    isBack = true;
  };
  await work(back).finally(async () => {
    await back();
    await admin.close();
  });
}

test('asks again while the database is away, and answers when it is back', () =>
  whileAway(async (back) => {
    const db = openDatabase({ url: away.url, name: 'test' });
    let asked = 0;
    const answer = retryWhileDatabaseDown(async () => {
      asked += 1;
      await pingDatabase(db);
      return 'here';
    }, new AbortController().signal);
    await eventually(() => asked >= 2, { what: 'a second question' });
    await back();
    expect(await answer).toBe('here');
    await db.close();
  }));

test('gives up when it is told to, with what the database said', () =>
  whileAway(async () => {
    const db = openDatabase({ url: away.url, name: 'test' });
    const stopping = new AbortController();
    const answer = retryWhileDatabaseDown(() => pingDatabase(db), stopping.signal);
    stopping.abort();
    await expect(answer).rejects.toMatchObject({ cause: { code: '3D000' } });
    await db.close();
  }));

test('does not repeat what failed for another reason', async () => {
  const db = openDatabase({ url: here.url, name: 'test' });
  let asked = 0;
  const answer = retryWhileDatabaseDown(async () => {
    asked += 1;
    await db.orm.execute('select 1 / 0');
  }, new AbortController().signal);
  await expect(answer).rejects.toMatchObject({ cause: { code: '22012' } });
  expect(asked).toBe(1);
  await db.close();
});
