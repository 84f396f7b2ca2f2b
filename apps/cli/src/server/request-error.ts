import { type Problem, ProblemError } from '@shotclock/client/source';
import { StartError } from '@shotclock/runtime/start-error';
import { connectionFault } from '../connection-faults.ts';
import { UsageError } from '../usage-error.ts';
import { cliCommand, startCommand } from './cli-command.ts';
import type { Server } from './find-server.ts';

/** What lists the resources, by the first segment of their path. */
const listRemedies: Record<string, string> = {
  schedules: '`shotclock schedules` lists all schedules.',
  items: '`shotclock schedules show` lists the pages of a schedule.',
  executions: '`shotclock history` lists the captures of all runs.',
  // A failed capture exists, but has no image.
  screenshots: '`shotclock history` lists all captures and their results.',
};

/** How a field of a request is named on the command line. */
export type FieldName = (path: string) => string;

/**
 * Returns an error whose message contains the cause of a failed request, and what to do; other errors are returned unchanged. A
 * field that the server does not accept comes from an argument, so its error is a UsageError.
 */
export function requestError(error: unknown, server: Server, fieldName: FieldName): unknown {
  const text =
    error instanceof ProblemError ? problemText(error, server, fieldName) : faultText(error, server);
  if (text === null) return error;
  const isUsage = error instanceof ProblemError && error.code === 'validation_failed';
  return new (isUsage ? UsageError : StartError)(text, { cause: error });
}

function faultText(error: unknown, { baseUrl }: Server): string | null {
  if (error instanceof SyntaxError) return notShotclock(baseUrl);
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `The server at ${baseUrl} did not respond in time. Check --url or SHOTCLOCK_URL, or run \`${cliCommand()} doctor\` on the server.`;
  if (!(error instanceof TypeError) || error.cause === undefined) return null;
  const start = startCommand();
  const remedy = `${start === undefined ? 'Start it' : `Start it with \`${start}\``}, or set its address with --url or SHOTCLOCK_URL.`;
  return `The server at ${baseUrl} cannot be reached: ${connectionFault(error.cause)}. ${remedy}`;
}

function problemText(error: ProblemError, server: Server, fieldName: FieldName): string {
  const { status, problem, retryAfterSeconds } = error;
  if (!problem) return notShotclock(server.baseUrl, status);
  const faults = problem.errors?.map(({ path, message }) => `${fieldName(path)}: ${message}`);
  if (problem.code === 'unauthorized' && server.apiKey === null)
    return `The server requires an API key. ${remedyOf(problem, server, null)}`;
  const cause = faults ? [...new Set(faults)].join('; ') : problem.detail;
  const remedy = remedyOf(problem, server, retryAfterSeconds);
  return remedy === null ? cause : `${cause.replace(/[^.]$/, '$&.')} ${remedy}`;
}

function remedyOf(problem: Problem, { apiKey }: Server, retryAfterSeconds: number | null): string | null {
  const create = (scopes: string) =>
    `\`${cliCommand()} key create --name cli --scopes ${scopes}\` on the server`;
  if (problem.errors?.some(({ code }) => code === 'url_not_allowed'))
    return 'EGRESS_ALLOW on the server permits other addresses.';
  switch (problem.code) {
    case 'unauthorized':
      return apiKey === null
        ? `Create a key with ${create('read,write')}, and set SHOTCLOCK_API_KEY or --key-file.`
        : `Check SHOTCLOCK_API_KEY or --key-file, or create another key with ${create('read,write')}.`;
    case 'forbidden':
      return `Use a key with more scopes; ${create('read,write')} creates one.`;
    case 'not_found': {
      const [, resource] = /^\/api\/v1\/(\w+)/.exec(problem.instance) ?? [];
      if (resource === undefined) return 'Check the path in --url or SHOTCLOCK_URL.';
      return listRemedies[resource] ?? null;
    }
    case 'rate_limited':
    case 'unavailable':
      return retryAfterSeconds === null ? null : `Try again in ${retryAfterSeconds} s.`;
    case 'internal':
      return `The server's log contains the request ID ${problem.requestId}.`;
    default:
      return null;
  }
}

function notShotclock(baseUrl: string, status?: number): string {
  const what = status === undefined ? '' : ` (HTTP ${status})`;
  return `${baseUrl} does not respond as Shotclock does${what}. Check --url or SHOTCLOCK_URL.`;
}
