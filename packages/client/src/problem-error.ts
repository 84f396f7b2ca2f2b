import type { Problem, ProblemCode } from './openapi.gen.ts';
import { retryAfterMs } from './retry-policy.ts';

/** The value that a method such as `GET` resolves to, for any status. */
export type Result<T> = { data?: T; error?: unknown; response: Response };

/**
 * An error response. `problem` is null if the response does not come from Shotclock, for example if it is the error page
 * of a proxy.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly problem: Problem | null;
  /** The code of the problem, from a closed set; null if there is no problem. */
  readonly code: ProblemCode | null;
  /** Seconds to wait before a retry; null if the response has no `Retry-After`. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, problem: Problem | null, retryAfterSeconds: number | null = null) {
    super(problem ? `${status} ${problem.code}: ${problem.detail}` : `HTTP ${status} without a problem`);
    this.status = status;
    this.problem = problem;
    this.code = problem?.code ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Returns the data of a successful response, or undefined if it has no body.
 * @throws ProblemError for an error response
 */
export function unwrap<T>({ data, error, response }: Result<T>): T {
  // A successful response without a body has neither data nor an error, and T is undefined.
  if (response.ok) return data as T;
  const waitMs = retryAfterMs(response.headers);
  const retryAfterSeconds = waitMs === null ? null : Math.ceil(waitMs / 1_000);
  throw new ProblemError(response.status, isProblem(error) ? error : null, retryAfterSeconds);
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'requestId' in body
  );
}
