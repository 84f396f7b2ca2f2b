import { type FieldError, schemaErrors } from '@shotclock/contracts';
import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject } from 'ajv';
import leven from 'leven';

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, verbose: true });
ajv.addFormat('date-time', (text) => /\d(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)));

/** An error in one field. `path` is a JSON Pointer. */
export type Fault = Pick<FieldError, 'path' | 'message'>;

/** Validates input with a schema of the API. The message for an unknown field contains the most similar known field. */
export function schemaFaults(schema: TSchema, input: unknown): Fault[] {
  const validate = ajv.compile(schema);
  if (validate(input)) return [];
  const errors = validate.errors!;
  const hints = new Map(errors.map((error) => [schemaErrors([error], 'body')[0]!.path, hintFor(error)]));
  return schemaErrors(errors, 'body').map(({ path, message }) => ({
    path,
    message: message + (hints.get(path) ?? ''),
  }));
}

function hintFor({ keyword, params, parentSchema }: ErrorObject): string {
  if (keyword !== 'additionalProperties') return '';
  return `; ${nearest(params.additionalProperty, Object.keys(parentSchema!.properties))}`;
}

function nearest(name: string, known: string[]): string {
  const distances = known.map((one) => leven(name.toLowerCase(), one.toLowerCase()));
  const best = Math.min(...distances);
  return best <= Math.max(2, name.length / 3)
    ? `did you mean ${known[distances.indexOf(best)]}?`
    : `known are ${known.join(', ')}`;
}
