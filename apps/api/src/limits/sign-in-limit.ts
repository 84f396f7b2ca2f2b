import { CoreError } from '@shotclock/core';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { createLimiter } from './create-limiter.ts';

/**
 * Counts a sign-in with an identified key. Each sign-in adds a row that is kept for 12 hours, although only a key's
 * newest sessions are active.
 * @throws CoreError rate_limited (too many sign-ins with the key in the last minute)
 */
export type SignInLimit = (request: FastifyRequest) => Promise<void>;

const perMinute = 30;
/** Maximum number of keys with a counter. It exceeds the number of keys in any installation. */
const maxKeys = 100_000;

/**
 * Creates the sign-in limit for API keys in this process. It does not affect the account's other keys or the client's
 * address.
 */
export async function createSignInLimit(app: Api): Promise<SignInLimit> {
  const keyGenerator = ({ identity }: FastifyRequest) => String(identity.apiKey!.id);
  const limiter = await createLimiter(app, {
    max: perMinute,
    timeWindow: 60_000,
    cache: maxKeys,
    keyGenerator,
  });
  return async (request) => {
    const counted = await limiter(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    throw new CoreError(
      'rate_limited',
      `The API key has signed in more than ${perMinute} times in a minute.`,
      {
        retryAfterSeconds: Math.max(1, counted.ttlInSeconds),
      },
    );
  };
}
