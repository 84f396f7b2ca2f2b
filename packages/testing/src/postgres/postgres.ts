import { createHash, randomBytes } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { inject } from 'vitest';
import type {} from './postgres-setup.ts';

export type TestDatabase = {
  url: string;
  /** Closes every connection to the database and drops it. */
  drop(): Promise<void>;
};

/**
 * Creates a database in the Postgres server of `@shotclock/testing/postgres-setup`. With `migrate`, the database is a
 * clone of a template that is migrated once per test run. Functions with the same name and source text share a template,
 * so pass the named function itself instead of an arrow function that calls it. `migrate` must close its connections.
 */
export async function createDatabase(
  options: { migrate?: (url: string) => Promise<void> } = {},
): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withAdmin(server, async (sql) => {
    const template = options.migrate ? await templateFor(sql, server, options.migrate) : 'template0';
    // Copying files takes a third of the CPU time of the default strategy, which also writes every page to the WAL.
    await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`;
  });
  return {
    url: databaseUrl(server, name),
    drop: () =>
      withAdmin(server, async (sql) => {
        await sql`drop database if exists ${sql(name)} with (force)`;
      }),
  };
}

async function templateFor(
  sql: Sql,
  server: string,
  migrate: (url: string) => Promise<void>,
): Promise<string> {
  const digest = createHash('sha256').update(`${migrate.name}\n${migrate}`).digest();
  const template = `template_${digest.toString('hex', 0, 8)}`;
  const lock = digest.readInt32BE(0);
  // Test files run in several processes. The first process migrates the template, and the others wait for it.
  await sql`select pg_advisory_lock(${lock})`;
  try {
    const found = await sql`select 1 from pg_database where datname = ${template}`;
    if (found.length > 0) return template;
    const unfinished = `${template}_new`;
    await sql`drop database if exists ${sql(unfinished)} with (force)`;
    await sql`create database ${sql(unfinished)} template template0`;
    await migrate(databaseUrl(server, unfinished));
    await sql`alter database ${sql(unfinished)} rename to ${sql(template)}`;
    return template;
  } finally {
    await sql`select pg_advisory_unlock(${lock})`;
  }
}

/** By server. Test files create and drop many databases, and a new connection takes as long as each of these steps. */
const adminPools = new Map<string, Sql>();

function adminPool(server: string): Sql {
  const options = { idle_timeout: 2, onnotice: () => undefined };
  const pool = adminPools.get(server) ?? postgres(databaseUrl(server, 'postgres'), options);
  adminPools.set(server, pool);
  return pool;
}

/** Gives `work` a session of its own, because advisory locks belong to a session. */
async function withAdmin(server: string, work: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = await adminPool(server).reserve();
  try {
    await work(sql);
  } finally {
    sql.release();
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
