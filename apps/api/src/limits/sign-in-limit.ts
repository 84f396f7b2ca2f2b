import { CoreError } from '@shotclock/core';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { createLimiter } from './create-limiter.ts';

/**
 * Counts a sign-in, whose key is known. Each is a row that is kept for 12 hours, although only the newest sessions of a key can be used.
 * @throws CoreError rate_limited (too many of the key in the last minute)
 */
export type SignInLimit = (request: FastifyRequest) => Promise<void>;

const perMinute = 30;
/** More keys than an installation has. */
const maxKeys = 100_000;

/** Creates the limit of sign-ins of each API key, which holds for this process. Other keys of the account and the address are not affected. */
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
