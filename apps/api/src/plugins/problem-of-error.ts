import type { FieldError, ProblemCode } from '@shotclock/contracts';
import { CoreError } from '@shotclock/core';
import { isDatabaseUnavailable } from '@shotclock/db';
import { StorageError } from '@shotclock/storage';
import type { ProblemFacts } from './send-problem.ts';

/** Fastify's own refusals, by their codes. Most of their messages are written for the sender. */
const frameworkProblems: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_BAD_URL: 'validation_failed',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_NOT_FOUND: 'not_found',
};

/** Where Fastify's message does not say what to do. */
const frameworkDetails: Partial<Record<ProblemCode, string>> = {
  unsupported_media_type: 'A body must be JSON, with Content-Type: application/json.',
};

/** After how long who met a part that is away may try again. */
const unavailableSeconds = 5;

/** What may be said of an error. Whatever is not known here is `internal`, and only the log has its text. */
export function problemOfError(error: unknown): ProblemFacts {
  if (error instanceof CoreError) {
    const { code, faults } = error;
    const retryAfterSeconds =
      error.retryAfterSeconds ?? (code === 'unavailable' ? unavailableSeconds : undefined);
    return { code, detail: detailOf(error), faults, retryAfterSeconds };
  }
  const code = codeOf(error);
  const framework = code === undefined ? undefined : frameworkProblems[code];
  if (framework) return { code: framework, detail: frameworkDetails[framework] ?? (error as Error).message };
  if (error instanceof StorageError || isDatabaseUnavailable(error))
    return {
      code: 'unavailable',
      detail: 'A part of the service does not answer now; try again later.',
      retryAfterSeconds: unavailableSeconds,
    };
  return {
    code: 'internal',
    detail: 'The request could not be answered; the log knows why by its requestId.',
  };
}

function detailOf(error: CoreError): string {
  const [fault, ...others] = error.faults ?? [];
  return fault && others.length === 0 ? sentenceOf(fault) : error.message;
}

/** A fault on its own, for who reads only the detail. */
function sentenceOf({ path, message }: FieldError): string {
  return `${path === '' ? 'The body' : path} ${message}.`;
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
