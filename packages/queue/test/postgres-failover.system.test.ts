import { openDatabase } from '@shotclock/db';
import {
  eventually,
  type InstalledPostgres,
  isInstalled,
  postgres15Programs,
  startInstalledPostgres,
  startTcpFaultProxy,
} from '@shotclock/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateQueue, queueConnection } from '../src/index.ts';
import { drivers } from './postgres-drivers.fixture.ts';
import { job, queueClients } from './queue.fixture.ts';

const programs = postgres15Programs;
const clients = queueClients();

describe.skipIf(!(await isInstalled(programs)))(`several hosts of Postgres (needs ${programs})`, () => {
  let primary: InstalledPostgres;
  let standby: InstalledPostgres;
  const urlOf = (servers: { port: number }[], query = '') =>
    `postgres://shotclock@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres?${query}`;

  beforeAll(async () => {
    primary = await startInstalledPostgres(programs);
    await migrateQueue(primary.url);
    standby = await startInstalledPostgres(programs, { standbyOf: primary.url });
  });
  afterAll(async () => {
    await clients.closeAll();
    await Promise.all([primary?.stop(), standby?.stop()]);
  });

  // The last of these tests changes the primary.
  describe.each(Object.entries(drivers))('with %s', (_driver, connect) => {
    const nobody = { port: 1 };

    test('connects to the first host that accepts connections', async () => {
      expect(await connect(urlOf([nobody, standby, primary]))).toEqual({ tls: false, port: standby.port });
      expect(await connect(urlOf([nobody, nobody]))).toBe('ECONNREFUSED');
    });

    test('target_session_attrs selects the host that accepts writes', async () => {
      for (const attributes of ['read-write', 'primary']) {
        const query = `target_session_attrs=${attributes}`;
        expect(await connect(urlOf([standby, primary], query))).toEqual({ tls: false, port: primary.port });
        expect(await connect(urlOf([standby], query))).toBe('READ_ONLY_HOST');
        expect(await connect(urlOf([standby, nobody], query))).toBe('NO_HOST');
      }
    });

    test('read-write, unlike primary, rejects a primary whose transactions are read-only', async () => {
      const readOnly = 'options=-c%20default_transaction_read_only=on';
      const target = [primary];
      expect(await connect(urlOf(target, `${readOnly}&target_session_attrs=read-write`))).toBe(
        'READ_ONLY_HOST',
      );
      expect(await connect(urlOf(target, `${readOnly}&target_session_attrs=primary`))).toMatchObject({
        port: primary.port,
      });
    });

    test('an unresponsive host does not delay the next host by its whole timeout', async () => {
      const proxy = await startTcpFaultProxy(primary.url);
      proxy.stall();
      const stalled = { port: Number(new URL(proxy.url).port) };
      const query = 'connect_timeout=600&target_session_attrs=primary';
      expect(await connect(urlOf([stalled, primary], query))).toEqual({ tls: false, port: primary.port });
      expect(await connect(urlOf([stalled], 'connect_timeout=1'))).toBe('CONNECT_TIMEOUT');
      await proxy.disable();
    });
  });

  test('database and queue continue on the new primary after the old primary fails', async () => {
    const url = urlOf([primary, standby], 'target_session_attrs=read-write');
    const db = openDatabase({ url, name: 'test', connections: 2 });
    const connection = queueConnection({ databaseUrl: url });
    const producer = clients.producer(connection);
    const consumer = clients.consumer(connection);
    consumer.start();
    await db.orm.execute('create table written (host integer)');
    const write = () => db.orm.execute('insert into written values (inet_server_port())');
    await write();
    await producer.add([job(1)]);
    await eventually(() => consumer.received(1), { what: 'a job of the first primary' });
    await eventually(async () => (await rows(standby)).length === 1 || null, { what: 'the replication' });

    await primary.stop();
    await expect(write()).rejects.toThrow();
    await query(standby, 'select pg_promote()');
    await eventually(() => write().then(() => true), { what: 'a write to the new primary' });
    await eventually(() => producer.add([job(2)]).then(() => true), { what: 'adding a job' });
    await eventually(() => consumer.received(2), { what: 'a job of the new primary' });
    expect(await rows(standby)).toEqual([{ host: primary.port }, { host: standby.port }]);
    await db.close();
  });

  const rows = (server: InstalledPostgres) => query(server, 'select host from written order by ctid');
});

async function query(server: InstalledPostgres, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
