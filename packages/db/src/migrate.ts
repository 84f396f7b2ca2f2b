import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { ownMigrations, readMigrations } from './migrations-folder.ts';
import * as schema from './schema/index.ts';
import { findSchemaMismatch } from './schema-mismatch.ts';

/** Any number that no other user of the database locks: "shotclock" as a phone would spell it. */
const migrationLock = 746_825_625;

/** Why a database was left as it was; the message says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Brings the database at `url` to the schema of `folder`, in one transaction: all of it or nothing. Forward only; any number
 * of processes may call it at once, the first does it and the others wait.
 * @throws MigrationError when the database is newer or another's, or a migration fails; the driver's error when it is away
 */
export async function migrate(url: string, folder = ownMigrations): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const orm = drizzle(client, { schema, casing: 'snake_case' });
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    const before = await findSchemaMismatch(orm, folder);
    if (before && before.kind !== 'older') throw new MigrationError(before.message);
    await applyMigrations(orm, { migrationsFolder: folder }).catch((cause: unknown) => {
      throw withName(cause, folder);
    });
    // A migration that is older than one that was applied is not: branches were merged in the wrong order.
    const after = await findSchemaMismatch(orm, folder);
    if (after) throw new MigrationError(after.message);
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** A fault of a statement, told with the migration that it stands in. */
function withName(cause: unknown, folder: string): unknown {
  if (!(cause instanceof DrizzleQueryError) || !(cause.cause instanceof postgres.PostgresError)) return cause;
  const failed = readMigrations(folder).find(({ statements }) => statements.includes(cause.query));
  if (failed === undefined) return cause;
  const { code, message } = cause.cause;
  return new MigrationError(
    `the migration ${failed.name} failed: ${message} (${code}). The database is as it was: the version that ran before can be started again`,
    { cause },
  );
}
