import { inject } from 'vitest';
import type {} from './redis-setup.ts';

/**
 * The URL of the Redis server of `@shotclock/testing/redis-setup`. Test files share the server, so use a separate key
 * prefix in each file.
 */
export function redisUrl(): string {
  return inject('redisUrl');
}
