import { StartError } from '@shotclock/runtime';
import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/**
 * Checks what the command line contains with the schema of the API's request.
 * @throws StartError that names the options with invalid values
 */
export function checkInput<T extends TSchema>(schema: T, input: unknown): Static<T> {
  const errors = [...Value.Errors(schema, input)];
  if (errors.length === 0) return input as Static<T>;
  const messages = new Set(
    errors.map(({ path, message }) => `--${path.split('/')[1]}: ${message.toLowerCase()}`),
  );
  throw new StartError([...messages].join('; '));
}
