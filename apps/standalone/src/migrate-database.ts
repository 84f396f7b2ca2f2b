import { migrate } from '@shotclock/db';
import { migrateQueue } from '@shotclock/queue';
import { StartError } from '@shotclock/runtime';

/**
 * Brings the database, and the queue that lives in it unless Redis has it, to the newest schema.
 * @throws StartError when the database cannot be reached or refuses
 */
export async function migrateDatabase(config: {
  databaseUrl: string;
  redisUrl: string | null;
}): Promise<void> {
  try {
    await migrate(config.databaseUrl);
    if (!config.redisUrl) await migrateQueue(config.databaseUrl);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new StartError(`the database cannot be migrated (${code ?? message}); look at DATABASE_URL`, {
      cause,
    });
  }
}
