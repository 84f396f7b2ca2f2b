import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import type { ApiDependencies } from '../api-instance.ts';
import { parsePreference } from '../http/prefer.ts';
import type { RequestCounter } from '../limits/request-counter.ts';
import type { OwnRequests } from '../mcp/own-requests.ts';
import { sendProgress } from './send-progress.ts';

export type WaitingDependencies = ApiDependencies & {
  waitingRequests: RequestCounter;
  ownRequests: OwnRequests;
};

/** The request header of a route that waits for a result. */
export const preferHeaders = Type.Object({
  prefer: Type.Optional(
    Type.String({
      description:
        'How long to wait for the result (RFC 7240): `wait=N` for N seconds, at most 120, or `respond-async` to return immediately. Default: `wait=60`. If too many requests are already waiting, the request returns immediately.',
      examples: ['wait=30'],
    }),
  ),
});

type AwaitedResult<Resource> = {
  location: string;
  /** The capture on which the resource depends. */
  screenshotId: number;
  created: Resource;
  read: () => Promise<Resource>;
  isFinished: (resource: Resource) => boolean;
};

/**
 * Waits for a capture for as long as `Prefer` requests, and returns the latest state of the created resource. Does not
 * wait if too many requests are already waiting. Sets `Location`, `Preference-Applied`, `Queue-Position` and
 * `Retry-After`.
 */
export async function awaitResult<Resource>(
  deps: WaitingDependencies,
  reply: FastifyReply,
  options: AwaitedResult<Resource>,
): Promise<{ resource: Resource; finished: boolean }> {
  const result = await awaitSettlement(deps, reply, options);
  if (!result.finished) await sendProgress(reply, options);
  return result;
}

async function awaitSettlement<Resource>(
  { settlements, stopping, waitingRequests, ownRequests }: WaitingDependencies,
  reply: FastifyReply,
  options: AwaitedResult<Resource>,
): Promise<{ resource: Resource; finished: boolean }> {
  const { location, screenshotId, created, read, isFinished } = options;
  const { waitSeconds, applied } = parsePreference(reply.request.headers.prefer);
  reply.header('location', location);
  const { accountId, limits } = reply.request.ctx;
  const waiting = { perAccount: limits.maxWaitingRequestsPerAccount, total: limits.maxWaitingRequests };
  const leave = waitSeconds === 0 ? null : waitingRequests.add(accountId, waiting);
  if (applied && (leave || waitSeconds === 0)) reply.header('preference-applied', applied);
  if (!leave) return { resource: created, finished: false };
  try {
    // The wait ends with a read, so `resource` is the latest state.
    let resource = created;
    const finished = await settlements.waitFor(screenshotId, {
      timeoutMs: waitSeconds * 1_000,
      signal: AbortSignal.any([stopping, ownRequests.current() ?? disconnected(reply)]),
      async settled() {
        resource = await read();
        return isFinished(resource);
      },
    });
    return { resource, finished };
  } finally {
    leave();
  }
}

/** Aborts when the client disconnects. */
function disconnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
