import type { FailureCode } from '@shotclock/contracts';

/** An attempt that failed in core itself, for example because its baseline moved. `message` is safe to show. */
export class AttemptError extends Error {
  override readonly name = 'AttemptError';
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}
