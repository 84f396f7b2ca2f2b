import postgres from 'postgres';
import type { Database } from './client.ts';
import { findSchemaMismatch } from './schema-mismatch.ts';

/** SQLSTATE: wrong user or password, no such database, no right to read. Waiting mends none of them. */
const refusals = /^(28|3D|42501)/;

/**
 * What keeps a program from starting on the database, and what to do; null when nothing does. The first that is asked of
 * it: from then on transactions are limited.
 * @throws Error while the database is away
 */
export async function findDatabaseError(db: Database): Promise<string | null> {
  try {
    await db.limitTransactions();
    return (await findSchemaMismatch(db.orm))?.message ?? null;
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof postgres.PostgresError ? error.cause : error;
    if (!(cause instanceof postgres.PostgresError) || !refusals.test(cause.code)) throw error;
    return `the database refuses: ${cause.message} (${cause.code}); look at DATABASE_URL`;
  }
}

/**
 * A health check: rejects while the database lacks what this program needs, as when an old backup was restored under it.
 * Of a newer schema, which a running program bears, `onNewer` hears once.
 */
export function createSchemaCheck(db: Database, onNewer: (message: string) => void): () => Promise<void> {
  let told: string | undefined;
  return async () => {
    const fault = await findSchemaMismatch(db.orm);
    if (fault === null) return;
    if (fault.kind !== 'newer') throw new Error(fault.message);
    if (told !== fault.message) onNewer(fault.message);
    told = fault.message;
  };
}
