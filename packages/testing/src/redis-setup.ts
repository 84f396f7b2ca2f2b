import { processEnv } from '@shotclock/runtime';
import type { TestProject } from 'vitest/node';
import { startRedis } from './start-redis.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Redis of this test run: the one of REDIS_URL, or one that was started for it. */
    redisUrl: string;
  }
}

/** Vitest `globalSetup`: REDIS_URL when it is set, otherwise a Redis or Valkey that ends with the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = processEnv().REDIS_URL;
  if (given) {
    project.provide('redisUrl', given);
    return async () => undefined;
  }
  const redis = await startRedis();
  project.provide('redisUrl', redis.url);
  return redis.stop;
}
