import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import type { Api } from '../api-instance.ts';

/** Counts a request; with `increment: false`, only reads the counter. Rejects if the counter store is unavailable. */
export type Limiter = ReturnType<Api['createRateLimit']>;

/** Creates a limiter with its own store. It does not add hooks or headers, because the plugin's headers follow an old draft. */
export async function createLimiter(app: Api, options: RateLimitPluginOptions): Promise<Limiter> {
  const created = Promise.withResolvers<Limiter>();
  // In a separate scope, because the plugin can be registered only once per scope.
  await app.register(async (scope) => {
    await scope.register(rateLimit, { ...options, global: false });
    created.resolve(scope.createRateLimit());
  });
  return created.promise;
}
