// The request limit for an API key (ADR 48). With Redis, all API processes share the counters. While Redis is
// unavailable, each process counts separately, so requests do not fail and a limit still applies.
import type { Logger } from '@shotclock/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { sendProblem } from '../problems/send-problem.ts';
import { createLimiter } from './create-limiter.ts';
import { createExhaustedKeys } from './exhausted-keys.ts';
import { createPacedRefusals } from './paced-refusals.ts';

const windowMs = 60_000;
/**
 * Maximum number of keys with a counter. It exceeds the number of keys in any installation, because beyond this number,
 * the limiter would drop counters.
 */
const maxKeys = 100_000;
/** How long requests avoid Redis after a Redis error. */
const avoidRedisMs = 1_000;

/**
 * Counts an identified request for its API key. If it sends a refusal, it resolves only afterwards, when `reply.sent` is
 * true.
 */
export type RequestLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Creates the request limit for API keys; null if requests are not limited. */
export async function createRequestLimit(
  app: Api,
  { requestLimit, logger }: Pick<ApiDependencies, 'requestLimit'> & { logger: Pick<Logger, 'warn' | 'info'> },
): Promise<RequestLimit | null> {
  if (requestLimit === null) return null;
  const { perMinute, redis } = requestLimit;
  const options = { max: perMinute, timeWindow: windowMs, cache: maxKeys, keyGenerator: keyOf };
  const countHere = await createLimiter(app, options);
  const countShared =
    redis === null ? null : await createLimiter(app, { ...options, redis, nameSpace: 'shotclock:requests:' });
  let avoidRedisUntil = 0;
  let isDown = false;

  async function count(request: FastifyRequest): ReturnType<typeof countHere> {
    if (!countShared || performance.now() < avoidRedisUntil) return countHere(request);
    try {
      const counted = await countShared(request);
      if (isDown) logger.info('Redis is available again; API processes share the counters of requests');
      isDown = false;
      return counted;
    } catch (err) {
      avoidRedisUntil = performance.now() + avoidRedisMs;
      if (!isDown) logger.warn({ err }, 'Redis is unavailable; each API process counts requests separately');
      isDown = true;
      return countHere(request);
    }
  }

  const exhausted = createExhaustedKeys();
  const refusals = createPacedRefusals();
  const policy = `"requests";q=${perMinute};w=${windowMs / 1_000}`;
  const detail = `The API key has sent more than ${perMinute} requests in a minute.`;
  return async (request, reply) => {
    const { apiKey } = request.identity;
    if (apiKey === null) return;
    const known = exhausted.secondsLeft(apiKey.id);
    const counted = known === null ? await count(request) : null;
    if (counted?.isAllowed) return;
    const seconds = known ?? Math.max(1, counted!.ttlInSeconds);
    // draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4.
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', `"requests";r=${counted?.remaining ?? 0};t=${seconds}`);
    if (counted !== null && !counted.isExceeded) return;
    // Of several requests that are counted at the same time, only one logs this.
    if (counted !== null && exhausted.secondsLeft(apiKey.id) === null) {
      exhausted.add(apiKey.id, counted.ttl);
      const { id: apiKeyId, accountId } = apiKey;
      logger.info(
        { apiKeyId, accountId, seconds },
        'an API key has exceeded its limit; its requests are refused',
      );
    }
    request.isShed = true;
    if (known !== null && !(await refusals.turn())) {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    // Does not throw, because creating a stack for each error would be expensive during a flood.
    return sendProblem(request, reply, { code: 'rate_limited', detail, retryAfterSeconds: seconds });
  };
}

const keyOf = ({ identity }: FastifyRequest): string => String(identity.apiKey!.id);
