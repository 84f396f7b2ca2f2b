import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { connectClient } from './connect-client.ts';
import { ownMigrations, readMigrations } from './migrations-folder.ts';
import * as schema from './schema/index.ts';
import { findSchemaMismatch } from './schema-mismatch.ts';

/** An arbitrary key for the advisory lock: "shotclock" on a phone keypad. */
const migrationLock = 746_825_625;

/** The database could not be migrated and is unchanged. The message explains what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Applies the migrations in `folder` to the database at `url`, in one transaction. Several processes may call this at the
 * same time: one of them migrates, and the others wait for it.
 * @throws MigrationError if the schema is newer or foreign, or if a migration fails; the driver's error if the database is unavailable
 */
export async function migrate(url: string, folder = ownMigrations): Promise<void> {
  const { client, end } = connectClient(url, { max: 1 });
  const orm = drizzle(client, { schema, casing: 'snake_case' });
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    const before = await findSchemaMismatch(orm, folder);
    if (before && before.kind !== 'older') throw new MigrationError(before.message);
    await applyMigrations(orm, { migrationsFolder: folder }).catch((cause: unknown) => {
      throw withMigrationName(cause, folder);
    });
    // Drizzle skips migrations that are older than the last one that was applied. This can happen if branches are merged
    // in the wrong order.
    const after = await findSchemaMismatch(orm, folder);
    if (after) throw new MigrationError(after.message);
  } finally {
    await end();
  }
}

/** Adds the name of the migration to an error in one of its statements. */
function withMigrationName(cause: unknown, folder: string): unknown {
  if (!(cause instanceof DrizzleQueryError) || !(cause.cause instanceof postgres.PostgresError)) return cause;
  const failed = readMigrations(folder).find(({ statements }) => statements.includes(cause.query));
  if (failed === undefined) return cause;
  const { code, message } = cause.cause;
  return new MigrationError(
    `the migration ${failed.name} failed: ${message} (${code}). The database is unchanged: you can start the previous version again`,
    { cause },
  );
}
