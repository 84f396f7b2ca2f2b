import { CoreError } from '@shotclock/core';
import { isDatabaseUnavailable } from '@shotclock/db';
import { StorageError } from '@shotclock/storage';
import type { ProblemFields } from './send-problem.ts';

/** The problems for Fastify's own errors, by error code. Fastify's messages do not suggest a fix, and some repeat the input. */
const frameworkProblems: Record<string, ProblemFields> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail:
      'A body must be JSON, with Content-Type: application/json (or, for PATCH, application/merge-patch+json).',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'malformed_json',
    detail: "The body's length does not match Content-Length.",
  },
  FST_CP_ERR_INVALID_CONTENT: {
    code: 'malformed_json',
    detail: 'The body does not match its Content-Encoding.',
  },
  FST_ERR_BAD_URL: { code: 'validation_failed', detail: 'The path is not percent-encoded UTF-8.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', detail: 'No resource was found at this path.' },
  FST_ERR_NOT_FOUND: { code: 'not_found', detail: 'No resource was found at this path.' },
};

/** `Retry-After` while a store is unavailable. */
const unavailableRetrySeconds = 5;

/**
 * Converts an error to the problem that the client receives. An unknown error becomes `internal`; only the log contains its message.
 * @param route.bodyLimit maximum size of a body, in bytes
 */
export function problemOfError(error: unknown, { bodyLimit }: { bodyLimit?: number } = {}): ProblemFields {
  if (error instanceof CoreError) {
    const { code, errors } = error;
    const retryAfterSeconds =
      error.retryAfterSeconds ?? (code === 'unavailable' ? unavailableRetrySeconds : undefined);
    return { code, detail: error.message, errors, retryAfterSeconds };
  }
  const errorCode = codeOf(error);
  if (errorCode === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return {
      code: 'payload_too_large',
      detail: `The body is larger than ${(bodyLimit ?? 0) / 1_024} KiB.`,
    };
  if (errorCode !== undefined && Object.hasOwn(frameworkProblems, errorCode))
    return frameworkProblems[errorCode]!;
  if (error instanceof StorageError || isDatabaseUnavailable(error))
    return {
      code: 'unavailable',
      detail: 'A part of the service is unavailable. Try again later.',
      retryAfterSeconds: unavailableRetrySeconds,
    };
  return {
    code: 'internal',
    detail:
      'The request failed because of an internal error. The log contains the cause under the requestId.',
  };
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
