import { type FieldError, type Problem, type ProblemCode, problemCatalogue } from '@shotclock/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** RFC 9457, section 3. */
export const problemMediaType = 'application/problem+json';

/** Faults that one answer lists; its detail names the whole number. */
const mostFaults = 1_000;

export type ProblemFacts = {
  code: ProblemCode;
  detail: string;
  faults?: FieldError[] | undefined;
  retryAfterSeconds?: number | undefined;
};

/** A problem of RFC 9457 for the request at `url`. */
export function problemOf({ code, detail, faults }: ProblemFacts, url: string, requestId: string): Problem {
  const { status, title } = problemCatalogue[code];
  return {
    type: `/problems/${code}`,
    title,
    status,
    detail,
    instance: url,
    code,
    requestId,
    ...(faults && faults.length > 0 ? { errors: faults.slice(0, mostFaults) } : {}),
  };
}

/** Answers with a problem; written as bytes, so that no response schema of the route applies. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, facts: ProblemFacts): FastifyReply {
  const problem = problemOf(facts, request.url, request.id);
  if (facts.retryAfterSeconds !== undefined) reply.header('retry-after', String(facts.retryAfterSeconds));
  return (
    reply
      .code(problem.status)
      .type(problemMediaType)
      // Not every error is met by the hook that says it otherwise.
      .header('x-request-id', request.id)
      .header('cache-control', 'no-store')
      .send(Buffer.from(JSON.stringify(problem)))
  );
}
