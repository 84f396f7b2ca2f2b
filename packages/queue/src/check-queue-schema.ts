import { StartError } from '@shotclock/runtime';
import {
  assertSchemaCompatibility,
  LATEST_SCHEMA_VERSION,
  SchemaMigrationRequiredError,
  SchemaVersionMismatchError,
} from 'bullmq';
import { PostgresClient, postgresClientConfig } from './postgres-client.ts';
import type { QueueConnection } from './queue-connection.ts';

const remedy = 'run the migrations first (shotclock migrate; in a clone, npx pnpm@12 migrate)';

/**
 * Returns why this version cannot use the queue's tables; null if it can. Always null for Redis, which has no tables.
 * @throws Error when the database is unavailable
 */
export async function checkQueueSchema({ backend, url }: QueueConnection): Promise<StartError | null> {
  if (backend === 'redis') return null;
  const client = new PostgresClient(postgresClientConfig(url, 'shotclock-check-queue-schema'));
  try {
    await client.connect();
    const version = await assertSchemaCompatibility(client);
    if (version >= LATEST_SCHEMA_VERSION) return null;
    return new StartError(
      `the queue's tables have version ${version}, this version of Shotclock needs ${LATEST_SCHEMA_VERSION}`,
      { remedy },
    );
  } catch (error) {
    if (error instanceof SchemaMigrationRequiredError)
      return new StartError('the queue has no tables in the database', {
        remedy: `${remedy}, or set REDIS_URL`,
      });
    if (error instanceof SchemaVersionMismatchError)
      return new StartError(
        `the queue's tables are newer than this version of Shotclock: they need BullMQ ${error.minimumClientVersion}, this version has ${error.clientVersion}`,
        { remedy: 'start the newer version, or restore the backup from before its migration' },
      );
    throw error;
  } finally {
    await client.end();
  }
}
