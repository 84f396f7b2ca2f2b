import { inject } from 'vitest';
import type {} from './redis-setup.ts';

/**
 * The URL of the Redis server of `@shotclock/testing/redis-setup`. Test files share the server, so each file must use its
 * own key prefix.
 */
export function redisUrl(): string {
  return inject('redisUrl');
}
