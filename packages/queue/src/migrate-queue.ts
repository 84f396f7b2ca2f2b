import { runMigrations } from 'bullmq';
import pg from 'pg';

/**
 * Creates or updates the queue's tables in the database (schema `bullmq`), in one transaction and under a lock. It can be
 * repeated, and several processes can run it at the same time.
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
