// After an error, a BullMQ worker pauses and retries only if it recognizes the error as a lost connection. The only Postgres
// connection error that BullMQ recognizes is a refused connection. After any other connection error (session terminated, server
// starting up, timeout), the worker would retry without a pause and would not retry completing a job. This backend converts all
// connection errors into the error that BullMQ recognizes.
import { type BackendFactory, ConnectionClosedError, PostgresQueueBackend } from 'bullmq';
import pg from 'pg';
import { isJobError } from './job-error.ts';
import { type QueuePoolConfig, QueuePostgresConnection } from './queue-postgres-connection.ts';

class RetryingPostgresBackend extends PostgresQueueBackend {
  override moveToActive(...args: Parameters<PostgresQueueBackend['moveToActive']>) {
    return this.#convertErrors(super.moveToActive(...args));
  }

  override moveToCompleted(...args: Parameters<PostgresQueueBackend['moveToCompleted']>) {
    return this.#convertErrors(super.moveToCompleted(...args));
  }

  override moveToFailed(...args: Parameters<PostgresQueueBackend['moveToFailed']>) {
    return this.#convertErrors(super.moveToFailed(...args));
  }

  async #convertErrors<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      this.emit('error', error);
      throw new ConnectionClosedError(undefined, error);
    }
  }
}

/** SQLSTATE classes: connection exception, insufficient resources, operator intervention, system error. */
const connectionErrorClasses = ['08', '53', '57', '58'];

/** Whether the error indicates that no response was received. All other errors are responses from Postgres or BullMQ. */
function isConnectionError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return connectionErrorClasses.includes(error.code?.slice(0, 2) ?? '');
  return error instanceof Error && !isJobError(error);
}

export const retryingPostgresBackend: BackendFactory<PostgresQueueBackend, QueuePoolConfig> = (
  name,
  options,
) => new RetryingPostgresBackend(new QueuePostgresConnection(options.connection), name, options);
