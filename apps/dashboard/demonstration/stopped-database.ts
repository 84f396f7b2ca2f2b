import { randomBytes } from 'node:crypto';
import { migrate, openDatabase } from '@shotclock/db';
import { stoppedAt } from './stopped-clock.ts';

const clocks = ['now', 'statement_timestamp', 'clock_timestamp'];

/**
 * Creates a database with all tables on the server of `serverUrl` and stops its clock: a schema that precedes `pg_catalog` in the search path of new
 * sessions replaces the functions that return the current time. Column defaults still use the real clock.
 */
export async function createStoppedDatabase(
  serverUrl: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const url = new URL(serverUrl);
  const database = `demonstration_${randomBytes(6).toString('hex')}`;
  url.pathname = `/${database}`;
  await execute(serverUrl, `create database ${database}`);
  await migrate(url.href);
  await execute(url.href, 'create schema stopped_clock');
  const time = `timestamptz '${new Date(stoppedAt).toISOString()}'`;
  for (const clock of clocks)
    await execute(
      url.href,
      `create function stopped_clock.${clock}() returns timestamptz language sql stable return ${time}`,
    );
  await execute(url.href, `alter database ${database} set search_path = stopped_clock, pg_catalog, public`);
  return {
    url: url.href,
    drop: () => execute(serverUrl, `drop database ${database} with (force)`),
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const db = openDatabase({ url, name: 'demonstration', connections: 1 });
  try {
    await db.orm.execute(statement);
  } finally {
    await db.close();
  }
}
