import type { Problem } from './openapi.gen.ts';

/** What a method of the client resolves to, whatever the status. */
export type Answer<T> = { data?: T; error?: unknown; response: Response };

/** An answer that is no success. `problem` is null when it did not come from the service, as a proxy's own page. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null) {
    super(problem ? `${status} ${problem.code}: ${problem.detail}` : `HTTP ${status} without a problem`);
    this.status = status;
    this.problem = problem;
  }
}

/**
 * What a request was answered with; undefined where a success has no body.
 * @throws ProblemError when it was no success
 */
export function unwrap<T>({ data, error, response }: Answer<T>): T {
  // A success without a body has neither data nor error, as T says.
  if (response.ok) return data as T;
  throw new ProblemError(response.status, isProblem(error) ? error : null);
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'requestId' in body
  );
}
