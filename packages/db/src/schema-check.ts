import { PostgresConnectError, StartError } from '@shotclock/runtime';
import postgres from 'postgres';
import type { Database } from './client.ts';
import { findSchemaMismatch } from './schema-mismatch.ts';

/**
 * SQLSTATE codes: wrong user or password, unknown database, missing privilege, or a connection setting that PgBouncer
 * refuses. Retrying does not help.
 */
const accessErrors = /^(28|3D|42501|08P01)/;

/**
 * Returns why a program cannot start with the database; null if it can start. Call it before other statements, because it
 * also limits the pool's transactions.
 * @throws Error while the database is unavailable
 */
export async function findDatabaseError(db: Database): Promise<StartError | null> {
  try {
    const missing = await db.limitTransactions();
    if (missing.length > 0)
      return new StartError(`sessions have no ${missing.join(' and no ')}, which a pooler drops`, {
        remedy: 'set them for the role (docs/operations.md, "Postgres")',
      });
    if (await db.sharesSessions())
      return new StartError('a pooler shares one session among several clients', {
        remedy:
          'set pool_mode = session in PgBouncer, or connect to Postgres itself (docs/operations.md, "Postgres")',
      });
    const mismatch = await findSchemaMismatch(db.orm);
    return mismatch && new StartError(mismatch.problem, { remedy: mismatch.remedy });
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof postgres.PostgresError ? error.cause : error;
    if (cause instanceof PostgresConnectError && cause.code === 'TLS_FAILED')
      return new StartError(cause.message, {
        remedy: 'check the host, sslmode, sslrootcert and sslcert in DATABASE_URL',
      });
    if (!(cause instanceof postgres.PostgresError) || !accessErrors.test(cause.code)) throw error;
    return new StartError(`the database rejects the connection: ${cause.message} (${cause.code})`, {
      remedy: 'check DATABASE_URL',
    });
  }
}

/**
 * Creates a health check that rejects if the database schema does not match this program, for example because an old
 * backup was restored. A running program tolerates a newer schema: the check calls `onNewer` once and resolves.
 */
export function createSchemaCheck(db: Database, onNewer: (message: string) => void): () => Promise<void> {
  let reported: string | undefined;
  return async () => {
    const mismatch = await findSchemaMismatch(db.orm);
    if (mismatch === null) return;
    if (mismatch.kind !== 'newer') throw new Error(mismatch.message);
    if (reported !== mismatch.message) onNewer(mismatch.message);
    reported = mismatch.message;
  };
}
