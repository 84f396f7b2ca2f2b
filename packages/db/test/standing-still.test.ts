import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '@shotclock/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, migrate, openDatabase } from '../src/index.ts';

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

it('does not wait for ever for a process that stands still inside a transaction', async () => {
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
