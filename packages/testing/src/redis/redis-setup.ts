import { processEnv } from '@shotclock/runtime';
import type { TestProject } from 'vitest/node';
import { startRedis } from './start-redis.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Redis server of this test run: REDIS_URL, or a server that was started for the run. */
    redisUrl: string;
  }
}

/**
 * Vitest `globalSetup`: REDIS_URL if it is set, otherwise one Redis or Valkey server for the whole test run. The first
 * project that needs the server starts it, and the other projects of the run share it.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = project.vitest.getRootProject();
  if (run.getProvidedContext().redisUrl !== undefined) return;
  const given = processEnv().REDIS_URL;
  if (given) {
    run.provide('redisUrl', given);
    return;
  }
  const redis = await startRedis();
  run.provide('redisUrl', redis.url);
  return redis.stop;
}
