import type { FieldError, ProblemCode } from '@shotclock/contracts';

/** The one error that verbs reject with. `message` is safe to show; `cause` is for the log alone. */
export class CoreError extends Error {
  override name = 'CoreError';
  readonly code: ProblemCode;
  readonly faults: FieldError[] | undefined;
  /** When the same request may come again, in whole seconds from 1. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    options: { faults?: FieldError[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.faults = options.faults;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const notFound = (noun: string, id: number) =>
  new CoreError('not_found', `There is no ${noun} ${id}.`);

/** Rejects with all faults at once; nothing happens when there are none. */
export function refuse(faults: FieldError[]): void {
  if (faults.length === 0) return;
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
  throw new CoreError('validation_failed', `The request has ${count}.`, { faults });
}
