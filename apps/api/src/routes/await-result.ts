import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import type { ApiDependencies } from '../api-instance.ts';
import { parsePreference } from './prefer.ts';

/** The request header of a route that waits for a result. */
export const preferHeaders = Type.Object({
  prefer: Type.Optional(
    Type.String({
      description:
        'How long to wait for the result (RFC 7240): `wait=N` seconds, at most 120, or `respond-async` not to wait. Default: `wait=60`.',
      examples: ['wait=30'],
    }),
  ),
});

/**
 * Waits for a capture for the time that `Prefer` requests, and returns the latest state of the created resource. Sets
 * `Location` and `Preference-Applied`.
 */
export async function awaitResult<Resource>(
  { settlements, stopping }: Pick<ApiDependencies, 'settlements' | 'stopping'>,
  reply: FastifyReply,
  options: {
    location: string;
    /** The capture that the resource waits for. */
    screenshotId: number;
    created: Resource;
    read: () => Promise<Resource>;
    isFinished: (resource: Resource) => boolean;
  },
): Promise<{ resource: Resource; finished: boolean }> {
  const { location, screenshotId, created, read, isFinished } = options;
  const { waitSeconds, applied } = parsePreference(reply.request.headers.prefer);
  reply.header('location', location);
  if (applied) reply.header('preference-applied', applied);
  if (waitSeconds === 0) return { resource: created, finished: false };
  // The wait ends with a read, so `resource` is the latest state.
  let resource = created;
  const finished = await settlements.waitFor(screenshotId, {
    timeoutMs: waitSeconds * 1_000,
    signal: AbortSignal.any([stopping, disconnected(reply)]),
    async settled() {
      resource = await read();
      return isFinished(resource);
    },
  });
  return { resource, finished };
}

/** Aborts when the client disconnects. */
function disconnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
