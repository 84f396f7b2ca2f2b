import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createDatabase } from './postgres.ts';

async function query(url: string, text: string) {
  const sql = postgres(url, { max: 1 });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end();
  }
}

// The table records when and how often the template was migrated.
async function migrateWithStamp(url: string): Promise<void> {
  await query(url, 'create table migrated as select gen_random_uuid() as stamp');
}

async function migrateAnew(url: string): Promise<void> {
  await query(url, 'create table anew as select 1 as value');
}

test('databases with the same migration are clones of one template, even when created concurrently', async () => {
  const databases = await Promise.all([1, 2, 3].map(() => createDatabase({ migrate: migrateWithStamp })));
  const stamps = await Promise.all(databases.map(({ url }) => query(url, 'select stamp from migrated')));
  expect(stamps[0]).toHaveLength(1);
  expect(stamps[1]).toEqual(stamps[0]);
  expect(stamps[2]).toEqual(stamps[0]);
  await Promise.all(databases.map((database) => database.drop()));
});

test('databases do not share rows', async () => {
  const first = await createDatabase({ migrate: migrateAnew });
  await query(first.url, 'insert into anew values (2)');
  const second = await createDatabase({ migrate: migrateAnew });
  expect(await query(second.url, 'select value from anew')).toEqual([{ value: 1 }]);
  await first.drop();
  await second.drop();
});

test('each migration has its own template, and databases created without a migration are empty', async () => {
  const plain = await createDatabase();
  const found = await query(plain.url, `select 1 from pg_tables where schemaname = 'public'`);
  expect(found).toEqual([]);
  await plain.drop();
});

test('a failed migration does not leave a template behind', async () => {
  let fails = true;
  const migrate = async (url: string) => {
    await query(url, 'create table half as select 1 as value');
    if (fails) throw new Error('broken migration');
  };
  await expect(createDatabase({ migrate })).rejects.toThrow('broken migration');
  fails = false;
  const database = await createDatabase({ migrate });
  expect(await query(database.url, 'select value from half')).toEqual([{ value: 1 }]);
  await database.drop();
});

test('drop closes open connections', async () => {
  const database = await createDatabase();
  const open = postgres(database.url, { max: 1 });
  await open`select 1`;
  await database.drop();
  await expect(open`select 1`).rejects.toThrow();
  await open.end({ timeout: 1 });
});
