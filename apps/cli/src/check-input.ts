import { type FieldError, schemaErrors } from '@shotclock/contracts';
import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { optionOf } from './option-of.ts';
import { UsageError } from './usage-error.ts';

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, verbose: true });
ajv.addFormat('date-time', (text) => /\d(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)));

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
  const validate = ajv.compile<Static<T>>(schema);
  const errors = validate(input) ? rule(input) : schemaErrors(validate.errors!, 'body');
  if (errors.length === 0) return input as Static<T>;
  const messages = errors.map(({ path, message }) => `${optionOf(path)}: ${message}`);
  throw new UsageError([...new Set(messages)].join('; '));
}
