import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '@shotclock/testing';
import { expect, it } from 'vitest';
import { migrate, openDatabase } from '../src/index.ts';

const migrations = globSync(fileURLToPath(new URL('../src/migrations/*.sql', import.meta.url)));

it('brings an empty database to the newest schema once, however many processes start together', async () => {
  const database = await createDatabase();
  await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)));
  await migrate(database.url);
  const db = openDatabase({ url: database.url, name: 'test' });
  const accounts = await db.orm.execute('select id, name from accounts');
  expect([...accounts]).toEqual([{ id: '1', name: 'default' }]);
  const applied = await db.orm.execute('select count(*)::int as n from drizzle.__drizzle_migrations');
  expect(applied[0]!.n).toBe(migrations.length);
  const wallets = await db.orm.execute('select account_id, balance from wallets');
  expect([...wallets]).toEqual([{ account_id: '1', balance: '1000.0000' }]);
  await db.close();
  await database.drop();
});
