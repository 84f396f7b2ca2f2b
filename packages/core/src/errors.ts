import type { FieldError, NounName, ProblemCode } from '@shotclock/contracts';

/** The error that a verb throws when it refuses a request. `message` is safe to show; `cause` is for the log only. */
export class CoreError extends Error {
  override name = 'CoreError';
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  /** Seconds after which the client can retry the request: an integer, at least 1. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    options: { errors?: FieldError[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const notFound = (noun: NounName, id: number) =>
  new CoreError('not_found', `There is no ${noun} ${id}.`);

/** Maximum number of validation errors in one response. */
export const maxErrors = 1_000;

/**
 * Rejects a request with all its validation errors at once, or with the first `maxErrors`. Does nothing if there are no errors.
 * @throws CoreError url_not_allowed (if every error is about a URL that is not allowed), validation_failed
 */
export function refuse(errors: FieldError[]): void {
  if (errors.length === 0) return;
  const code = errors.every((error) => error.code === 'url_not_allowed')
    ? 'url_not_allowed'
    : 'validation_failed';
  throw new CoreError(code, describeErrors(errors), { errors: errors.slice(0, maxErrors) });
}

/** Seconds after which clients should retry a request for the result of an unfinished capture. */
export const unfinishedRetrySeconds = 2;

/** The error for a request that requires the result of an unfinished capture. */
export const notFinished = (what: string): CoreError =>
  new CoreError('conflict', `The ${what} is not finished yet.`, {
    retryAfterSeconds: unfinishedRetrySeconds,
  });

/** Number of errors that the message includes, for clients that show only the detail. */
const namedErrors = 3;

function describeErrors(errors: FieldError[]): string {
  const named = errors.slice(0, namedErrors).map(({ path, message }) => `${path || 'The body'} ${message}`);
  const others = Math.min(errors.length, maxErrors) - named.length;
  const more = errors.length > maxErrors ? 'more than ' : '';
  const rest = others === 0 ? '' : `; ${more}${others} other error${others === 1 ? '' : 's'}`;
  return `${named.join('; ')}${rest}.`;
}
