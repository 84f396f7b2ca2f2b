import { MigrationError, migrate } from '@shotclock/db';
import { migrateQueue } from '@shotclock/queue';
import { StartError } from '@shotclock/runtime';

/**
 * Migrates the database to the latest schema. Unless the queue is in Redis, also migrates the queue's tables.
 * @throws StartError if the database is unavailable or newer than this version, or if a migration fails
 */
export async function migrateDatabase(config: {
  databaseUrl: string;
  redisUrl: string | null;
}): Promise<void> {
  try {
    await migrate(config.databaseUrl);
    if (!config.redisUrl) await migrateQueue(config.databaseUrl);
  } catch (cause) {
    if (cause instanceof MigrationError) throw new StartError(cause.message, { cause });
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = [message, code].filter(Boolean).join(', ');
    throw new StartError(`the database cannot be migrated (${reason}); check DATABASE_URL`, { cause });
  }
}
