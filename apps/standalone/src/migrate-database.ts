import { MigrationError, migrate } from '@shotclock/db';
import { migrateQueue } from '@shotclock/queue';
import { StartError } from '@shotclock/runtime';

/**
 * Brings the database, and the queue that lives in it unless Redis has it, to the newest schema.
 * @throws StartError when the database cannot be reached or refuses, is newer than this version, or a migration fails
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
    throw new StartError(`the database cannot be migrated (${reason}); look at DATABASE_URL`, { cause });
  }
}
