import { runMigrations } from 'bullmq';
import { PostgresClient, postgresClientConfig } from './postgres-client.ts';

/**
 * Creates or updates the queue's tables in the database (schema `bullmq`), in one transaction and under a lock. Can be called
 * repeatedly, and by several processes at the same time.
 */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const client = new PostgresClient(postgresClientConfig(databaseUrl, 'shotclock-migrate-queue'));
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}
