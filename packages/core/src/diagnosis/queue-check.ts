import {
  checkQueueSchema,
  createCaptureProducer,
  inspectRedis,
  type QueueConnection,
} from '@shotclock/queue';
import { type Check, type Finding, failed, ok, warning } from '@shotclock/runtime';

const noLogger = { debug: noLog, info: noLog, warn: noLog, error: noLog };
function noLog(): void {}

/** Checks that the queue accepts jobs and keeps them. */
export function queueCheck(connection: QueueConnection): Check {
  const isRedis = connection.backend === 'redis';
  return {
    name: 'queue',
    remedy: isRedis
      ? 'Check that Redis runs, and the host, port and password in REDIS_URL.'
      : 'Check that Postgres runs, and DATABASE_URL.',
    timeoutMs: 15_000,
    run: () => (isRedis ? checkRedis(connection) : checkPostgres(connection)),
  };
}

async function checkPostgres(connection: QueueConnection): Promise<Finding> {
  const error = await checkQueueSchema(connection);
  if (error) throw error;
  await ping(connection);
  return ok('The queue in Postgres responds.');
}

async function checkRedis(connection: QueueConnection): Promise<Finding> {
  const { server, maxmemoryPolicy } = await inspectRedis(connection.url);
  if (maxmemoryPolicy !== null && maxmemoryPolicy !== 'noeviction')
    return failed(
      `${server} deletes jobs when its memory is full: maxmemory-policy is ${maxmemoryPolicy}.`,
      'Set maxmemory-policy noeviction (docs/operations.md, "Redis").',
    );
  await ping(connection);
  return maxmemoryPolicy === null
    ? warning(
        `${server} responds, but does not show its maxmemory-policy.`,
        'Check that it is noeviction (docs/operations.md, "Redis").',
      )
    : ok(`${server} responds, and maxmemory-policy is noeviction.`);
}

async function ping(connection: QueueConnection): Promise<void> {
  const producer = createCaptureProducer(connection, { logger: noLogger });
  try {
    await producer.ping();
  } finally {
    await producer.close();
  }
}
