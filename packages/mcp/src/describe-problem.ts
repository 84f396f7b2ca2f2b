import { type Problem, ProblemError } from '@shotclock/client/source';

/** Describes a refused request of a tool, and what to do; null if the error is not a problem of the API. */
export function describeProblem(error: unknown): string | null {
  if (!(error instanceof ProblemError) || !error.problem) return null;
  const { problem, retryAfterSeconds } = error;
  const faults = problem.errors?.map(({ path, message }) => `${path.slice(1)}: ${message}`);
  const cause = faults ? faults.join('; ') : problem.detail;
  const remedy = remedyOf(problem, retryAfterSeconds);
  return remedy === null ? cause : `${cause} ${remedy}`;
}

function remedyOf({ code, requestId }: Problem, retryAfterSeconds: number | null): string | null {
  switch (code) {
    case 'unauthorized':
      return 'Check the API key in the configuration of this MCP server.';
    case 'forbidden':
      return 'Configure this MCP server with a key that has the scopes read and write.';
    case 'not_found':
      return '`history` lists all captures, and `schedules` all schedules.';
    case 'rate_limited':
    case 'unavailable':
      return retryAfterSeconds === null ? null : `Try again in ${retryAfterSeconds} s.`;
    case 'internal':
      return `The server's log contains the request ID ${requestId}.`;
    default:
      return null;
  }
}
