import { type Database, findDatabaseError, serverOf } from '@shotclock/db';
import { type Check, ok } from '@shotclock/runtime';

/** Checks that this version can use the database: its access, session settings and migrations. */
export function databaseCheck(db: Database): Check {
  return {
    name: 'database',
    remedy: 'Check that Postgres runs, and the host, port, user and password in DATABASE_URL.',
    timeoutMs: 15_000,
    async run() {
      const error = await findDatabaseError(db);
      if (error) throw error;
      const { majorVersion } = await serverOf(db);
      return ok(`PostgreSQL ${majorVersion} responds, and has all migrations.`);
    },
  };
}
