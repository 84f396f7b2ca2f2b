import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUrls, deleteUnusedUrls, urlSources } from '../src/all-accounts.ts';
import { type Database, defaultAccountId, listItemsOfAccount } from '../src/index.ts';
import { containsText } from '../src/repositories/contains-text.ts';
import { openFilledDatabase, otherSettings, settingColumns } from './filled-database.fixture.ts';

let db: Database;
let close: () => Promise<void>;

const minutesAgo = (minutes: number) => `now() - interval '${minutes} minutes'`;
const capture = (url: string, createdAt: string) => `
  insert into screenshots (account_id, source, status, created_at, ${settingColumns})
  values (1, 'MANUAL_SCREENSHOT', 'PENDING', ${createdAt}, ${url}, ${otherSettings})`;
const urlsOf = async (source: string) =>
  (await db.orm.execute<{ url: string }>(`select url from ${source} order by url collate "C"`)).map(
    ({ url }) => url,
  );

beforeAll(async () => {
  ({ db, close } = await openFilledDatabase(async (run) => {
    await run(`insert into accounts (name) values ('other')`);
    await run(`
      insert into schedules (account_id, name, status, type, timezone, missed_runs, overlap, jitter_seconds)
      values (1, 'any', 'ACTIVE', 'ONCE', 'UTC', 'skip', 'skip', 0)`);
  }));
});
afterAll(() => close());

async function addAll(characters = 1_000): Promise<number[]> {
  const added: number[] = [];
  for (const source of urlSources) added.push(await addUrls(db.orm, source, { records: 3, characters }));
  return added;
}

test('URLs are added in batches, once no transaction with earlier records can be active', async () => {
  const run = (statement: string) => db.orm.execute(statement);
  for (const url of [
    `'https://a.example/'`,
    `'https://a.example/'`,
    `'https://b.example/'`,
    `'https://c.example/'`,
  ])
    await run(capture(url, minutesAgo(3)));
  await run(capture(`'https://new.example/'`, minutesAgo(1)));
  await run(capture(`'https://later.example/'`, minutesAgo(3)));
  await run(`
    insert into content_checks (account_id, url, target, comparison, status, price, created_at)
    values (1, 'https://check.example/', 'any', '{}', 'PENDING', 1, ${minutesAgo(3)})`);
  await run(`
    insert into schedule_items (account_id, schedule_id, position, created_at, ${settingColumns})
    values (1, 1, 0, ${minutesAgo(3)}, 'https://item.example/', ${otherSettings})`);
  // Two URLs have 36 characters.
  expect(await addAll(50)).toEqual([2, 1, 1]);
  expect(await addAll(1)).toEqual([1, 0, 0]);
  const added = [
    'https://a.example/',
    'https://b.example/',
    'https://check.example/',
    'https://item.example/',
  ];
  expect(await urlsOf('urls')).toEqual(added);
  expect(await addAll()).toEqual([1, 0, 0]);
  expect(await addAll()).toEqual([0, 0, 0]);
  expect(await urlsOf('urls')).toEqual([...added.slice(0, 2), 'https://c.example/', ...added.slice(2)]);
});

test('the changed URL of an item is found, and URLs that no record has are deleted', async () => {
  await db.orm.execute(`update schedule_items set url = 'https://changed.example/'`);
  await db.orm.execute(`delete from screenshots where url <> 'https://a.example/'`);
  const find = async (urlContains: string) => {
    const page = { page: 0, size: 20, sort: { field: 'id', direction: 'asc' } } as const;
    const request = { ...page, urlContains, tags: null };
    return db.snapshot((tx) => listItemsOfAccount(tx, { accountId: defaultAccountId }, request));
  };
  expect((await find('CHANGED')).total).toBe(1);
  expect((await find('item')).total).toBe(0);
  const passed = await db.transaction((tx) => deleteUnusedUrls(tx, { after: 0, limit: 100 }));
  expect(passed).toEqual({ deleted: 3, last: null });
  expect(await urlsOf('urls')).toEqual([
    'https://a.example/',
    'https://changed.example/',
    'https://check.example/',
  ]);
});

/** Every part of these URLs is searched for. */
const odd = [
  `https://a.example/it's?q=\\x%_'\\''&\tz:*|!()<->`,
  'HTTPS://Ä.EXAMPLE/İ/ΟΔΟΣ/ẞ/𝒳-日本語',
  'https://a.example/aaaa K 1 a',
];

test('the trigrams of a text select all URLs that contain it, and only those of the account', async () => {
  await db.orm.execute('delete from urls');
  for (const url of odd)
    for (const accountId of [1, 2])
      await db.orm.execute(`insert into urls (account_id, url) values (${accountId}, $$${url}$$)`);
  const parts = odd.flatMap((url) => {
    const letters = [...url];
    const lengths = [1, 2, 3, 4, 5, 20, letters.length];
    return letters.flatMap((_, at) => lengths.map((length) => letters.slice(at, at + length).join('')));
  });
  const texts = [...new Set(parts.flatMap((part) => [part, part.toUpperCase(), part.toLowerCase()]))];
  const searches: { text: string; missed: number; foreign: number }[] = [];
  await db.snapshot(async (tx) => {
    for (const text of texts) {
      const [row] = await tx.execute<{ missed: number; foreign: number }>(sql`
        select count(*) filter (where account_id = 1 and ${containsText(sql`url`, text)} and not selected)::integer as missed,
          count(*) filter (where account_id = 2 and selected)::integer as foreign
        from (select account_id, url, url_grams(account_id, url) @@ url_query(1, ${text}) as selected from urls) as all_urls`);
      if (row!.missed + row!.foreign > 0) searches.push({ text, ...row! });
    }
  });
  expect(searches).toEqual([]);
});
