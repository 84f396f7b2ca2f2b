import { withTimeout } from '@shotclock/runtime';
import { openQueue } from './backends.ts';
import { QueueUnavailableError } from './capture-producer.ts';
import type { QueueConnection } from './queue-connection.ts';

const timeoutMs = 30_000;

/**
 * Deletes all jobs. The scheduler later releases the captures that still wait.
 * @throws QueueUnavailableError within 30 s
 */
export async function emptyQueue(connection: QueueConnection): Promise<void> {
  const queue = openQueue(connection, { commandTimeoutMs: timeoutMs, onError: () => undefined });
  try {
    await withTimeout(
      queue.waitUntilReady().then(() => queue.empty()),
      timeoutMs,
    );
    await queue.close();
  } catch (cause) {
    await queue.disconnect().catch(() => undefined);
    throw new QueueUnavailableError('the queue does not respond', { cause });
  }
}
