// BullMQ waits before it tries again only after errors that it knows as a lost connection, and of Postgres it knows none but
// a refused one. After every other (terminated, starting up, timed out) its worker would ask again at once, without a pause,
// and would not repeat the completion of a job. Here they all become the error that it knows.
import {
  type BackendFactory,
  ConnectionClosedError,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
} from 'bullmq';
import pg from 'pg';

class PatientPostgresBackend extends PostgresQueueBackend {
  override moveToActive(...args: Parameters<PostgresQueueBackend['moveToActive']>) {
    return this.#patiently(super.moveToActive(...args));
  }

  override moveToCompleted(...args: Parameters<PostgresQueueBackend['moveToCompleted']>) {
    return this.#patiently(super.moveToCompleted(...args));
  }

  override moveToFailed(...args: Parameters<PostgresQueueBackend['moveToFailed']>) {
    return this.#patiently(super.moveToFailed(...args));
  }

  async #patiently<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (!isConnectionFault(error)) throw error;
      this.emit('error', error);
      throw new ConnectionClosedError(undefined, error);
    }
  }
}

/** SQLSTATE classes: connection exception, insufficient resources, operator intervention, system error. */
const CONNECTION_CLASSES = ['08', '53', '57', '58'];

/** Whether the answer failed to arrive, as against Postgres or BullMQ having answered with an error. */
function isConnectionFault(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return CONNECTION_CLASSES.includes(error.code?.slice(0, 2) ?? '');
  // BullMQ's own verdicts (lock lost, job missing) have a number.
  return error instanceof Error && !('code' in error && typeof error.code === 'number');
}

export const patientPostgresBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  options,
) => new PatientPostgresBackend(new PostgresConnection(options.connection), name, options);
