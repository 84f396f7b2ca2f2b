import type { FieldError } from '@shotclock/contracts';
import type { Static, TSchema } from '@sinclair/typebox';
import { optionOf } from './option-of.ts';
import { schemaFaults } from './schema-faults.ts';
import { UsageError } from './usage-error.ts';

/**
 * Validates command-line input with the schema of the corresponding API request.
 * @param rule finds the errors that the schema cannot express
 * @throws UsageError that lists the options with invalid values
 */
export function checkInput<T extends TSchema>(
  schema: T,
  input: unknown,
  rule: (input: Static<T>) => FieldError[] = () => [],
): Static<T> {
  const invalid = schemaFaults(schema, input);
  const errors = invalid.length === 0 ? rule(input as Static<T>) : invalid;
  if (errors.length === 0) return input as Static<T>;
  const messages = errors.map(({ path, message }) => `${optionOf(path)}: ${message}`);
  throw new UsageError([...new Set(messages)].join('; '));
}
