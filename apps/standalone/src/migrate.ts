// For installations on several machines: migrates the database, and the queue if it is in Postgres, and exits.
import { failStart, processEnv, readConfig } from '@shotclock/runtime';
import { migrateDatabase } from './migrate-database.ts';

try {
  // Reads the scheduler's settings, which do not include HTTP or browser settings. Settings for the object store have no
  // effect here.
  const { databaseUrl, redisUrl } = readConfig(processEnv(), 'scheduler');
  await migrateDatabase({ databaseUrl, redisUrl });
  process.stdout.write(`Migrated the database${redisUrl ? '' : ' and the queue in it'}.\n`);
} catch (error) {
  failStart(error);
}
