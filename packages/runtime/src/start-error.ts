import { redactCredentials } from './redact-credentials.ts';

/** A reason not to start that its reader can remedy: the message says what is wrong and what to do. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** What is printed when a start fails: a StartError in its own words, anything else with its stack. */
export function startErrorText(error: unknown): string {
  const text =
    error instanceof StartError
      ? error.message
      : `unexpected fault: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return redactCredentials(`shotclock: ${text}\n`);
}

/**
 * Prints `shotclock: <message>` to standard error and ends the process with exit code 1. For faults before there
 * is anything to release; afterwards it is the lifecycle's `fail`.
 */
export function failStart(error: unknown): never {
  process.stderr.write(startErrorText(error));
  process.exit(1);
}
