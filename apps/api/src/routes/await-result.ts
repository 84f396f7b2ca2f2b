import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import type { ApiDependencies } from '../api-instance.ts';
import { readPreference } from './prefer.ts';

/** The header of a route that waits for a result. */
export const preferHeaders = Type.Object({
  prefer: Type.Optional(
    Type.String({ description: 'RFC 7240: wait=N, respond-async.', examples: ['wait=30'] }),
  ),
});

/**
 * Waits for a capture as the request's `Prefer` says, and answers what was created as it stands then. Names its Location and
 * what was preferred in the answer's headers.
 */
export async function awaitResult<Resource>(
  { settlements, stopping }: Pick<ApiDependencies, 'settlements' | 'stopping'>,
  reply: FastifyReply,
  options: {
    location: string;
    /** The capture that the result comes with. */
    screenshotId: number;
    created: Resource;
    read: () => Promise<Resource>;
    isFinished: (resource: Resource) => boolean;
  },
): Promise<{ resource: Resource; finished: boolean }> {
  const { location, screenshotId, created, read, isFinished } = options;
  const { waitSeconds, applied } = readPreference(reply.request.headers.prefer);
  reply.header('location', location);
  if (applied) reply.header('preference-applied', applied);
  if (waitSeconds === 0) return { resource: created, finished: false };
  // The wait ends with a look, so what it saw last is as it stands.
  let resource = created;
  const finished = await settlements.waitFor(screenshotId, {
    timeoutMs: waitSeconds * 1_000,
    signal: AbortSignal.any([stopping, closed(reply)]),
    async settled() {
      resource = await read();
      return isFinished(resource);
    },
  });
  return { resource, finished };
}

/** Aborts when nobody is left to be answered. */
function closed(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
