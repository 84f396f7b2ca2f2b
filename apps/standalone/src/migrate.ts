// One-shot for installations of several machines: brings the database, and the queue where it lives in it, up to date.
import { failStart, processEnv, readConfig } from '@shotclock/runtime';
import { migrateDatabase } from './migrate-database.ts';

try {
  // Of the scheduler's settings, which have no HTTP and no browsers; those of the object store are ignored.
  const { databaseUrl, redisUrl } = readConfig(processEnv(), 'scheduler');
  await migrateDatabase({ databaseUrl, redisUrl });
  process.stdout.write(`Migrated the database${redisUrl ? '' : ' and the queue in it'}.\n`);
} catch (error) {
  failStart(error);
}
