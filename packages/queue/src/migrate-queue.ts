import { runMigrations } from 'bullmq';
import { PostgresClient, postgresClientConfig } from './postgres-client.ts';

/**
 * Creates or updates the queue's tables in the database (schema `bullmq`), in one transaction and under a lock. Calls can be
 * repeated, and several processes can call it at the same time.
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
