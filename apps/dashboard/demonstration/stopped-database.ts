import { randomBytes } from 'node:crypto';
import { migrate, openDatabase } from '@shotclock/db';
import { stoppedAt } from './stopped-clock.ts';

const clocks = ['now', 'statement_timestamp', 'clock_timestamp'];

/**
 * Creates a database on the server of `serverUrl` with all tables, and stops its clock: in new sessions, functions that return the current time are found in a schema
 * before those of the server. The default values of columns are not affected.
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
