// For installations on several machines: migrates the database, and the queue if Postgres holds it, and exits.
import { failStart, processEnv, readConfig } from '@shotclock/runtime';
import { migrateDatabase } from './migrate-database.ts';

try {
  // The scheduler's settings include no HTTP and no browser settings. The object store's settings have no effect here.
  const { databaseUrl, redisUrl } = readConfig(processEnv(), 'scheduler');
  await migrateDatabase({ databaseUrl, redisUrl });
  process.stdout.write(`Migrated the database${redisUrl ? '' : ' and the queue in it'}.\n`);
} catch (error) {
  failStart(error);
}
