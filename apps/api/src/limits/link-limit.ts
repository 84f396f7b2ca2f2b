// Requests with signed or public links do not need a key, so they are counted in this process per link and per address
// (ADR 68).
import { CoreError } from '@shotclock/core';
import type { ConversionClient } from '@shotclock/images';
import { type Logger, onceAMinute } from '@shotclock/runtime';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Api, LinkLimits } from '../api-instance.ts';
import { clientNetwork } from '../http/client-network.ts';
import { urlPathOf } from '../validation/rules.ts';
import { createLimiter } from './create-limiter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The path of the link that permits the request. Null for a request with a key or without authentication. */
    link: string | null;
  }
}

/** Counts a request that a link permits. @throws CoreError rate_limited */
export type LinkLimit = (request: FastifyRequest) => Promise<void>;

/** The link to the tiles of an image can load up to a thousand tiles. */
export const defaultLinkLimits: LinkLimits = { perLink: 1_200, perAddress: 6_000 };

const windowMs = 60_000;
const maxCounters = 100_000;

export async function createLinkLimit(
  app: Api,
  limits: LinkLimits,
  { logger, trustProxy }: { logger: Pick<Logger, 'warn'>; trustProxy: string },
): Promise<LinkLimit> {
  const options = { timeWindow: windowMs, cache: maxCounters };
  const ofAddress = await createLimiter(app, {
    ...options,
    max: limits.perAddress,
    keyGenerator: clientNetwork,
  });
  const ofLink = await createLimiter(app, {
    ...options,
    max: limits.perLink,
    keyGenerator: (request) => `${clientNetwork(request)} ${request.link}`,
  });
  const warn = onceAMinute((address: string, isForwarded: boolean) => {
    const hint = isForwarded ? { hint: 'if this is a reverse proxy, add it to TRUST_PROXY' } : {};
    logger.warn({ address, ...hint }, 'too many requests with links; they are refused for up to a minute');
  });
  return async (request) => {
    if (request.link === null) return;
    for (const [count, what] of [
      [ofAddress, 'with links'],
      [ofLink, 'with this link'],
    ] as const) {
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) continue;
      warn(clientNetwork(request), request.headers['x-forwarded-for'] !== undefined && trustProxy === '');
      request.isShed = true;
      throw new CoreError('rate_limited', `Too many requests ${what} came from this address.`, {
        retryAfterSeconds: Math.max(1, counted.ttlInSeconds),
      });
    }
  };
}

/** Uses the path of the request as the link. */
export const usePublicLink: onRequestHookHandler = (request, _reply, done) => {
  request.link = urlPathOf(request.url);
  done();
};

/** Maximum number of a link's images that wait for conversion. A gallery page requests about as many at once. */
const maxWaitingOfLink = 8;
const maxWaitingOfAddress = 24;

/** The clients that a conversion counts for: the link and the address if the request has no key; none if it has one. */
export const conversionClients = (request: FastifyRequest): ConversionClient[] =>
  request.link === null
    ? []
    : [
        { name: `link ${request.link}`, maxWaiting: maxWaitingOfLink },
        { name: `address ${clientNetwork(request)}`, maxWaiting: maxWaitingOfAddress },
      ];
