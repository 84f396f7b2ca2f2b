import type { Problem } from './openapi.gen.ts';

/** What a method of the client resolves to, for any status. */
export type Result<T> = { data?: T; error?: unknown; response: Response };

/** An error response. `problem` is null if the response does not come from Shotclock, such as the error page of a proxy. */
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
 * Returns the data of a successful response, or undefined if it has no body.
 * @throws ProblemError for an error response
 */
export function unwrap<T>({ data, error, response }: Result<T>): T {
  // A success without a body has neither data nor error, and T is undefined.
  if (response.ok) return data as T;
  throw new ProblemError(response.status, isProblem(error) ? error : null);
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'requestId' in body
  );
}
