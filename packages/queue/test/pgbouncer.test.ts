import { readFile } from 'node:fs/promises';
import { findDatabaseError, migrate, openDatabase } from '@shotclock/db';
import {
  createDatabase,
  eventually,
  exists,
  pgbouncerProgram,
  startPgbouncer,
  type TestDatabase,
} from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateQueue, queueConnection } from '../src/index.ts';
import { job, queueClients } from './queue.fixture.ts';

const clients = queueClients();
const dropped = ['statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];
const operations = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
/** The setting in the documentation. */
const ignored = /^```ini\n(.*)\n```$/m.exec(operations)![1]!;

describe.skipIf(!(await exists(pgbouncerProgram)))(
  `behind PgBouncer in session mode (needs ${pgbouncerProgram})`,
  () => {
    let database: TestDatabase;

    beforeAll(async () => {
      database = await createDatabase({ migrate });
    });
    afterAll(() => database.drop());

    async function setTimeouts(): Promise<void> {
      const direct = openDatabase({ url: database.url, name: 'test', connections: 1 });
      const [{ name }] = (await direct.orm.execute('select current_database() as name')) as unknown as [
        { name: string },
      ];
      for (const timeout of dropped.slice(0, 2))
        await direct.orm.execute(`alter database ${name} set ${timeout} = '20s'`);
      await direct.close();
    }

    test('an app reports the PgBouncer and database settings that it requires', async () => {
      const [strict, lax] = await Promise.all([
        startPgbouncer(database.url),
        startPgbouncer(database.url, [ignored]),
      ]);
      const problems: (string | undefined)[] = [];
      for (const { url } of [strict, lax]) {
        const db = openDatabase({ url, name: 'test', connections: 1 });
        problems.push((await findDatabaseError(db))?.message);
        await db.close();
      }
      expect(problems).toEqual([
        expect.stringMatching(/^the database rejects the connection: unsupported startup parameter: .+08P01/),
        expect.stringMatching(
          /^sessions have no idle_in_.+ and no statement_timeout, which a pooler drops; set/,
        ),
      ]);
      await Promise.all([strict.stop(), lax.stop()]);
    });

    test('an app does not start with PgBouncer in transaction mode, and suggests a fix', async () => {
      await setTimeouts();
      const bouncer = await startPgbouncer(database.url, [ignored, 'pool_mode = transaction']);
      const db = openDatabase({ url: bouncer.url, name: 'test', connections: 3 });
      expect((await findDatabaseError(db))?.message).toMatch(/shares one session .+ pool_mode = session/);
      await db.close();
      await bouncer.stop();
    });

    test('database and queue work: transactions, notifications, migrations and jobs', async () => {
      await setTimeouts();
      const bouncer = await startPgbouncer(database.url, [ignored]);
      const url = `${bouncer.url}?target_session_attrs=read-write`;

      const db = openDatabase({ url, name: 'test', connections: 2 });
      expect(await findDatabaseError(db)).toBeNull();
      const heard: string[] = [];
      const listening = await db.listen(
        'news',
        (text) => heard.push(text),
        () => undefined,
      );
      await db.transaction((tx) => tx.execute(`notify news, 'sent'`));
      await eventually(() => heard.includes('sent'), { what: 'the notification' });

      await migrateQueue(url);
      const connection = queueConnection({ databaseUrl: url });
      const consumer = clients.consumer(connection);
      consumer.start();
      await clients.producer(connection).add([job(1)]);
      await eventually(() => consumer.received(1), { what: 'the job' });
      await clients.closeAll();
      await listening.close();
      await db.close();
      await bouncer.stop();
    });
  },
);
