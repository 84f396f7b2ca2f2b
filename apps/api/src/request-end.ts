import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';

/** The status under which nginx logs requests whose client disconnects before the response. It is never sent. */
export const clientClosedRequest = 499;

export type RequestEnd = {
  /** The status of the response, or `clientClosedRequest` if the client disconnected before its headers were sent. */
  status: number;
  /** Whether the client disconnected before the whole response was sent. */
  isAborted: boolean;
};

/** Must not throw. */
export type EndHook = (request: FastifyRequest, reply: FastifyReply, end: RequestEnd) => void;

/**
 * Calls the hooks once, after the response or when the client disconnects. In the latter case, Fastify calls no `onResponse` hooks, or
 * calls them long after that.
 */
export function runWhenEnded(hooks: readonly EndHook[]): onRequestHookHandler {
  return (request, reply, done) => {
    const { raw } = reply;
    let isAborted = true;
    raw.once('finish', () => {
      isAborted = false;
    });
    raw.once('close', () => {
      const status = isAborted && !raw.headersSent ? clientClosedRequest : reply.statusCode;
      for (const hook of hooks) hook(request, reply, { status, isAborted });
    });
    done();
  };
}
