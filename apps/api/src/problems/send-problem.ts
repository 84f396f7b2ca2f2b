import { type FieldError, type Problem, type ProblemCode, problemCatalogue } from '@shotclock/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from '../security-headers.ts';

/** RFC 9457, section 3. */
export const problemMediaType = 'application/problem+json';

export type ProblemFields = {
  code: ProblemCode;
  detail: string;
  errors?: FieldError[] | undefined;
  retryAfterSeconds?: number | undefined;
};

/** Builds the problem document (RFC 9457) for the request to `url`. */
export function problemOf({ code, detail, errors }: ProblemFields, url: string, requestId: string): Problem {
  const { status, title } = problemCatalogue[code];
  return {
    type: `/problems/${code}`,
    title,
    status,
    detail,
    instance: url,
    code,
    requestId,
    ...(errors && errors.length > 0 ? { errors } : {}),
  };
}

/** Sends a problem as bytes, so that the route's response schemas do not apply. */
export const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  fields: ProblemFields,
): FastifyReply => reply.send(replaceByProblem(request, reply, fields));

/** Sets the status and headers of a problem and returns its body. An `onSend` hook can use it to replace a response. */
export function replaceByProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  fields: ProblemFields,
): Buffer {
  const problem = problemOf(fields, request.url, request.id);
  // RFC 9110, section 11.6.1.
  if (fields.code === 'unauthorized') reply.header('www-authenticate', 'Bearer realm="shotclock"');
  if (fields.retryAfterSeconds !== undefined) reply.header('retry-after', String(fields.retryAfterSeconds));
  reply
    .code(problem.status)
    .type(problemMediaType)
    // The hooks that set these headers do not run for framework errors. The route's content security policy does not
    // apply to a problem.
    .headers(securityHeaders)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store');
  return Buffer.from(JSON.stringify(problem));
}
