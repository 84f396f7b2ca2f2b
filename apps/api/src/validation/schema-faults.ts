import type { FieldError } from '@shotclock/contracts';
import type { AnySchemaObject, ErrorObject } from 'ajv';

const typeNames: Record<string, string> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** Ajv's errors as faults, one a path; a wrong type hides what else was found there. `part` words unknown fields. */
export function schemaFaults(errors: readonly ErrorObject[], part: 'body' | 'query' | 'path'): FieldError[] {
  const faults = new Map<string, FieldError>();
  for (const error of errors) {
    const fault = faultOf(error, part);
    if (!faults.has(fault.path) || error.keyword === 'type') faults.set(fault.path, fault);
  }
  return [...faults.values()];
}

function faultOf(error: ErrorObject, part: 'body' | 'query' | 'path'): FieldError {
  const { instancePath: path, keyword, params } = error;
  const schema: AnySchemaObject = error.parentSchema ?? {};
  const fault = (code: string, message: string, field?: string): FieldError => ({
    path: field === undefined ? path : `${path}/${pointerToken(field)}`,
    code,
    message,
  });
  switch (keyword) {
    case 'required':
      return fault('required', 'is required', params.missingProperty);
    case 'additionalProperties':
      return part === 'query'
        ? fault('unknown_parameter', unknownParameter(schema), params.additionalProperty)
        : fault('unknown_field', 'is not a known field', params.additionalProperty);
    case 'type':
      return fault('invalid_type', `must be ${[schema.type].flat().map(typeName).join(' or ')}`);
    case 'enum':
      return fault(
        'invalid_value',
        `must be one of ${schema.enum.filter((word: unknown) => word !== null).join(', ')}`,
      );
    case 'minimum':
    case 'maximum':
      return fault('out_of_range', `must be ${rangeText(schema)}`);
    case 'minLength':
      return fault('too_short', 'must not be empty');
    case 'maxLength':
      return fault('too_long', `must have at most ${params.limit} characters`);
    case 'pattern':
      return fault(
        'invalid_text',
        schema.pattern === '\\S' ? 'must not be blank' : 'must be one line of printable text, and not blank',
      );
    case 'format':
      return fault(
        'invalid_time',
        'must be an ISO-8601 date and time with its offset, such as 2026-11-21T09:00:00Z',
      );
    case 'minItems':
      return fault(
        'too_few_items',
        `must hold at least ${params.limit} item${params.limit === 1 ? '' : 's'}`,
      );
    case 'maxItems':
      return fault('too_many_items', `must hold at most ${params.limit} items`);
    case 'minProperties':
      return fault('empty', 'must name at least one field');
    default:
      return fault('invalid', error.message ?? 'is not valid');
  }
}

/** A name as one token of a JSON Pointer (RFC 6901, section 3). */
export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function typeName(type: string): string {
  return typeNames[type] ?? type;
}

function unknownParameter(schema: AnySchemaObject): string {
  const known = Object.keys(schema.properties ?? {});
  return known.length === 0
    ? 'is not a known parameter; there are none here'
    : `is not a known parameter; there are: ${known.join(', ')}`;
}

function rangeText({ minimum, maximum }: AnySchemaObject): string {
  if (minimum === undefined) return `at most ${maximum}`;
  return maximum === undefined ? `at least ${minimum}` : `between ${minimum} and ${maximum}`;
}
