import { runMigrations } from 'bullmq';
import pg from 'pg';

/**
 * Creates or updates the queue's tables (schema `bullmq`) in the database. Safe to repeat and to run at the same time
 * elsewhere: all or nothing, under a lock.
 */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'shotclock-migrate-queue',
  });
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}
