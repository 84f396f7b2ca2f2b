import { queuePosition, unfinishedRetrySeconds } from '@shotclock/core';
import type { FastifyReply } from 'fastify';

/** Sets `Retry-After` in a 202 response, and `Queue-Position` while the capture, or the first capture of the execution, is waiting. */
export async function sendProgress(
  reply: FastifyReply,
  of: { screenshotId: number } | { executionId: number },
): Promise<void> {
  const { ctx } = reply.request;
  reply.header('retry-after', String(unfinishedRetrySeconds));
  try {
    const position = await queuePosition(ctx, of);
    if (position !== null) reply.header('queue-position', String(position));
  } catch (err) {
    // The request has taken effect, so it must not fail.
    ctx.logger.warn({ err }, 'cannot read the queue position');
  }
}
