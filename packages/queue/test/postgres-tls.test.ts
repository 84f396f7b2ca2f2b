import { findDatabaseError, openDatabase } from '@shotclock/db';
import {
  createCertificateAuthority,
  type InstalledPostgres,
  isInstalled,
  postgres15Programs,
  startInstalledPostgres,
} from '@shotclock/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drivers } from './postgres-drivers.fixture.ts';

const programs = postgres15Programs;

describe.skipIf(!(await isInstalled(programs)))(`TLS to Postgres (needs ${programs})`, () => {
  /** Their certificates are valid for `127.0.0.1` and for `localhost`, respectively. */
  let byAddress: InstalledPostgres;
  let byName: InstalledPostgres;
  let withoutTls: InstalledPostgres;
  const files = { ca: '', otherCa: '', cert: '', key: '' };

  beforeAll(async () => {
    const [authority, other] = await Promise.all([
      createCertificateAuthority(),
      createCertificateAuthority(),
    ]);
    const [address, name, certified] = await Promise.all([
      authority.issue('postgres', 'IP:127.0.0.1'),
      authority.issue('postgres', 'DNS:localhost'),
      authority.issue('certified'),
    ]);
    Object.assign(files, { ca: authority.cert, otherCa: other.cert, ...certified });
    [byAddress, byName, withoutTls] = await Promise.all([
      startInstalledPostgres(programs, {
        tls: { ...address, ca: authority.cert },
        hba: ['hostssl all certified 127.0.0.1/32 cert'],
      }),
      startInstalledPostgres(programs, { tls: name }),
      startInstalledPostgres(programs),
    ]);
    const client = new pg.Client({ connectionString: byAddress.url });
    await client.connect();
    await client.query('create role certified login');
    await client.end();
  });
  afterAll(() => Promise.all([byAddress, byName, withoutTls].map((server) => server?.stop())));

  test("an app does not start if it cannot verify the server's certificate", async () => {
    const url = `postgres://shotclock@localhost:${byAddress.port}/postgres?sslmode=verify-full&sslrootcert=${files.ca}`;
    const db = openDatabase({ url, name: 'test', connections: 1 });
    expect((await findDatabaseError(db))?.message).toMatch(
      /^no TLS connection to localhost:\d+: Hostname\/IP does not match certificate's altnames: .+; check the host, sslmode/,
    );
    await db.close();
  });

  describe.each(Object.entries(drivers))('with %s', (_driver, connect) => {
    const connectTo = (server: InstalledPostgres, host: string, query: string, user = 'shotclock') =>
      connect(`postgres://${user}@${host}:${server.port}/postgres?${query}`);
    const verifyFull = () => `sslmode=verify-full&sslrootcert=${files.ca}`;

    test('verify-full accepts only the host in the certificate, whether a name or an IP address', async () => {
      expect([
        await connectTo(byAddress, '127.0.0.1', verifyFull()),
        await connectTo(byAddress, 'localhost', verifyFull()),
        await connectTo(byName, 'localhost', verifyFull()),
        await connectTo(byName, '127.0.0.1', verifyFull()),
      ]).toEqual([
        { tls: true, port: byAddress.port },
        'TLS_FAILED',
        { tls: true, port: byName.port },
        'TLS_FAILED',
      ]);
    });

    test('verify-ca, and require with sslrootcert, accept only certificates from this CA', async () => {
      const tls = { tls: true, port: byAddress.port };
      expect([
        await connectTo(byAddress, 'localhost', `sslmode=verify-ca&sslrootcert=${files.ca}`),
        await connectTo(byAddress, 'localhost', `sslmode=verify-ca&sslrootcert=${files.otherCa}`),
        await connectTo(byAddress, 'localhost', `sslmode=require&sslrootcert=${files.otherCa}`),
        await connectTo(byAddress, 'localhost', 'sslmode=require'),
      ]).toEqual([tls, 'TLS_FAILED', 'TLS_FAILED', tls]);
    });

    test('sslrootcert=system rejects certificates from an unknown CA', async () => {
      expect(await connectTo(byAddress, '127.0.0.1', 'sslrootcert=system')).toBe('TLS_FAILED');
    });

    test('uses TLS by default if the server supports it, but never with sslmode=disable', async () => {
      expect([
        await connectTo(byAddress, '127.0.0.1', ''),
        await connectTo(withoutTls, '127.0.0.1', ''),
        await connectTo(byAddress, '127.0.0.1', 'sslmode=disable'),
        await connectTo(withoutTls, '127.0.0.1', 'sslmode=require'),
      ]).toEqual([
        { tls: true, port: byAddress.port },
        { tls: false, port: withoutTls.port },
        { tls: false, port: byAddress.port },
        'TLS_FAILED',
      ]);
    });

    test('logs in with a client certificate', async () => {
      const query = `${verifyFull()}&sslcert=${files.cert}&sslkey=${files.key}`;
      expect([
        await connectTo(byAddress, '127.0.0.1', query, 'certified'),
        await connectTo(byAddress, '127.0.0.1', verifyFull(), 'certified'),
      ]).toEqual([{ tls: true, port: byAddress.port }, '28000']);
    });
  });
});
