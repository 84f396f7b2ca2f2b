import { inspect } from 'node:util';
import { redactCredentials } from './redact-credentials.ts';

/** An error during startup that the operator can fix. Its message contains the cause and how to fix it. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
  /** The cause alone. */
  readonly problem: string;
  /** How to fix it; null if `problem` says so. */
  readonly remedy: string | null;

  /** @param options.remedy follows the problem in the message */
  constructor(problem = '', { remedy, ...options }: ErrorOptions & { remedy?: string | undefined } = {}) {
    const separator = /[.!?]$/.test(problem) ? ' ' : '; ';
    super(remedy === undefined ? problem : `${problem}${separator}${remedy}`, options);
    this.problem = problem;
    this.remedy = remedy ?? null;
  }
}

/**
 * The text that is printed when the start fails: the message of a StartError, or any other error with its stack and its
 * causes.
 */
export function startErrorText(error: unknown): string {
  const text = error instanceof StartError ? error.message : `unexpected error: ${inspect(error)}`;
  return redactCredentials(`shotclock: ${text}\n`);
}

/**
 * Prints `shotclock: <message>` to standard error and exits with code 1. For errors before the lifecycle exists;
 * afterwards, use `Lifecycle.fail`.
 */
export function failStart(error: unknown): never {
  process.stderr.write(startErrorText(error));
  process.exit(1);
}
