import { inject } from 'vitest';
import type {} from './redis-setup.ts';

/** The address of the Redis of `@shotclock/testing/redis-setup`. It may be shared: use a key prefix of your own. */
export function redisUrl(): string {
  return inject('redisUrl');
}
