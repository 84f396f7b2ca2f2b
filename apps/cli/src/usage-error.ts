import { StartError } from '@shotclock/runtime/start-error';

/** The arguments of a command are wrong. Its message says which, and what they may be. */
export class UsageError extends StartError {
  override readonly name = 'UsageError';
}
