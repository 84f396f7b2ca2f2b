import type { FieldError, ProblemCode } from '@shotclock/contracts';
import { CoreError } from '@shotclock/core';
import { isDatabaseUnavailable } from '@shotclock/db';
import { StorageError } from '@shotclock/storage';
import type { ProblemFields } from './send-problem.ts';

/** The problems of Fastify's own errors, by error code. */
const frameworkProblems: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_BAD_URL: 'validation_failed',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_NOT_FOUND: 'not_found',
};

/** Details that replace Fastify's messages, which name no remedy. */
const frameworkDetails: Partial<Record<ProblemCode, string>> = {
  unsupported_media_type: 'A body must be JSON, with Content-Type: application/json.',
};

/** `Retry-After` while a store is unavailable. */
const unavailableRetrySeconds = 5;

/** Converts an error to the problem that the client receives. An unknown error is `internal`; only the log has its message. */
export function problemOfError(error: unknown): ProblemFields {
  if (error instanceof CoreError) {
    const { code, errors } = error;
    const retryAfterSeconds =
      error.retryAfterSeconds ?? (code === 'unavailable' ? unavailableRetrySeconds : undefined);
    return { code, detail: detailOf(error), errors, retryAfterSeconds };
  }
  const errorCode = codeOf(error);
  const code = errorCode === undefined ? undefined : frameworkProblems[errorCode];
  if (code) return { code, detail: frameworkDetails[code] ?? (error as Error).message };
  if (error instanceof StorageError || isDatabaseUnavailable(error))
    return {
      code: 'unavailable',
      detail: 'A part of the service is unavailable. Try again later.',
      retryAfterSeconds: unavailableRetrySeconds,
    };
  return {
    code: 'internal',
    detail: 'The request failed because of an internal error. The log has the cause under the requestId.',
  };
}

/** A single validation error is the detail, for clients that show only the detail. */
function detailOf({ errors = [], message }: CoreError): string {
  const [first, ...others] = errors;
  return first && others.length === 0 ? sentenceOf(first) : message;
}

function sentenceOf({ path, message }: FieldError): string {
  return `${path === '' ? 'The body' : path} ${message}.`;
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
