import { queuePosition } from '@shotclock/core';
import type { FastifyReply } from 'fastify';

/** Sets `Queue-Position` while the capture, or the first capture of the execution, waits. */
export async function sendQueuePosition(
  reply: FastifyReply,
  of: { screenshotId: number } | { executionId: number },
): Promise<void> {
  const { ctx } = reply.request;
  try {
    const position = await queuePosition(ctx, of);
    if (position !== null) reply.header('queue-position', String(position));
  } catch (err) {
    // The request has taken effect, so it must not fail.
    ctx.logger.warn({ err }, 'cannot read the queue position');
  }
}
