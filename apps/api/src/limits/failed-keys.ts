import { CoreError, type Identity } from '@shotclock/core';
import { type Logger, onceAMinute } from '@shotclock/runtime';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { createLimiter } from './create-limiter.ts';

/**
 * Limits the number of requests with invalid keys per client address. IPv6 addresses are counted by their first 64 bits.
 */
export type FailedKeys = {
  /**
   * Identifies the key or session of a request, and counts the request if that fails.
   * @throws CoreError rate_limited (too many such requests from the address in the last minute)
   */
  count(request: FastifyRequest, identify: () => Promise<Identity>): Promise<Identity>;
};

const windowMs = 60_000;
const maxAddresses = 100_000;

/**
 * 256-bit keys cannot be guessed, so the limit only saves database lookups. It applies per process, because a shared
 * limit would cost a round trip for each request.
 */
export async function createFailedKeys(
  app: Api,
  { max, logger, trustProxy }: { max: number; logger: Pick<Logger, 'warn'>; trustProxy: string },
): Promise<FailedKeys> {
  const limiter = await createLimiter(app, { max, timeWindow: windowMs, cache: maxAddresses });
  let lastAt = Number.NEGATIVE_INFINITY;

  const warn = onceAMinute(({ ip: address, headers }: FastifyRequest) => {
    const isForwarded = headers['x-forwarded-for'] !== undefined && trustProxy === '';
    logger.warn(
      { address, ...(isForwarded ? { hint: 'if this is a reverse proxy, add it to TRUST_PROXY' } : {}) },
      'too many requests with invalid API keys; all requests from the address are refused for up to a minute',
    );
  });

  async function assertFew(request: FastifyRequest): Promise<void> {
    // The usual case, in which the address does not have to be parsed.
    if (performance.now() - lastAt > windowMs) return;
    const counted = await limiter(request, { increment: false });
    if (counted.isAllowed || counted.remaining > 0) return;
    warn(request);
    request.isShed = true;
    throw new CoreError('rate_limited', 'Too many requests from this address had invalid API keys.', {
      retryAfterSeconds: Math.max(1, counted.ttlInSeconds),
    });
  }

  return {
    async count(request, identify) {
      await assertFew(request);
      try {
        return await identify();
      } catch (error) {
        if (error instanceof CoreError && error.code === 'unauthorized') {
          lastAt = performance.now();
          await limiter(request);
        }
        throw error;
      }
    },
  };
}
