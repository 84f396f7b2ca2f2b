import { openDatabase } from '@shotclock/db';
import { createDatabase, eventually } from '@shotclock/testing';
import { afterEach, expect, test } from 'vitest';
import { migrateQueue, queueConnection } from '../src/index.ts';
import { job, queueClients } from './queue.fixture.ts';

const clients = queueClients();
afterEach(() => clients.closeAll());

test('queue sessions use the application name in the database URL', async () => {
  const database = await createDatabase({ migrate: migrateQueue });
  const url = new URL(database.url);
  url.searchParams.set('application_name', 'chosen');
  const connection = queueConnection({ databaseUrl: url.href });
  const consumer = clients.consumer(connection);
  consumer.start();
  await clients.producer(connection).add([job(1)]);
  await eventually(() => consumer.received(1), { what: 'the job' });
  const db = openDatabase({ url: url.href, name: 'test', connections: 1 });
  const rows = await db.orm.execute<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity where datname = current_database()`,
  );
  // BullMQ sets the name of the session that listens for jobs.
  expect(rows.map(({ name }) => name)).toContain('chosen');
  expect(rows.map(({ name }) => name)).not.toContain('shotclock-queue');
  await db.close();
  await clients.closeAll();
  await database.drop();
});
