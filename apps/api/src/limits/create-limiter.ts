import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import type { Api } from '../api-instance.ts';

/** Counts a request, or only reads the counter with `increment: false`. Rejects if the counter store is unavailable. */
export type Limiter = ReturnType<Api['createRateLimit']>;

/**
 * Creates a limiter with its own store. It adds neither hooks nor headers, because the plugin's headers follow an
 * outdated draft.
 */
export async function createLimiter(app: Api, options: RateLimitPluginOptions): Promise<Limiter> {
  const created = Promise.withResolvers<Limiter>();
  // The plugin can be registered only once per scope, so each limiter has its own scope.
  await app.register(async (scope) => {
    await scope.register(rateLimit, { ...options, global: false });
    created.resolve(scope.createRateLimit());
  });
  return created.promise;
}
