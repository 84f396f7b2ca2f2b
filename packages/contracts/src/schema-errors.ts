// Messages for Ajv's errors in the API and on the command line.
import type { FieldError } from './field-error.ts';
import { printableListedName } from './schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: the keywords of a schema and their parameters have any type, as in Ajv.
type Keywords = Record<string, any>;
/** An Ajv error with its `verbose` option. */
export type SchemaError = {
  instancePath: string;
  keyword: string;
  params: Keywords;
  parentSchema?: Keywords;
  message?: string;
};
type RequestPart = 'body' | 'query' | 'path';

const typeNames: Record<string, string> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/**
 * Converts Ajv's errors to at most `max` field errors, with one error per path. A wrong type takes precedence over other
 * errors for the same path.
 */
export function schemaErrors(
  ajvErrors: readonly SchemaError[],
  part: RequestPart,
  max = Number.POSITIVE_INFINITY,
): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const ajvError of ajvErrors) {
    if (errors.size === max) break;
    const error = fieldErrorOf(ajvError, part);
    if (!errors.has(error.path) || ajvError.keyword === 'type') errors.set(error.path, error);
  }
  return [...errors.values()];
}

function fieldErrorOf(ajvError: SchemaError, part: RequestPart): FieldError {
  const { instancePath: path, keyword, params } = ajvError;
  const schema: Keywords = ajvError.parentSchema ?? {};
  const error = (code: string, message: string, field?: string): FieldError => ({
    path: field === undefined ? path : `${path}/${pointerToken(field)}`,
    code,
    message,
  });
  switch (keyword) {
    case 'required':
      return error('required', 'is required', params.missingProperty);
    case 'additionalProperties':
      return part === 'query'
        ? error('unknown_parameter', unknownParameter(schema), params.additionalProperty)
        : error('unknown_field', 'is not a known field', params.additionalProperty);
    case 'type':
      return error('invalid_type', `must be ${[schema.type].flat().map(typeName).join(' or ')}`);
    case 'enum':
      return error('invalid_value', enumText(schema));
    case 'minimum':
    case 'maximum':
      return error('out_of_range', `must be ${rangeText(schema)}`);
    case 'minLength':
      return error('too_short', 'must not be empty');
    case 'maxLength':
      return error('too_long', `must have at most ${params.limit} characters`);
    case 'pattern':
      return error('invalid_text', patternText(schema.pattern));
    case 'format':
      return error(
        'invalid_time',
        'must be an ISO-8601 date and time with its offset, such as 2026-11-21T09:00:00Z',
      );
    case 'minItems':
      return error(
        'too_few_items',
        `must hold at least ${params.limit} item${params.limit === 1 ? '' : 's'}`,
      );
    case 'maxItems':
      return error('too_many_items', `must hold at most ${params.limit} items`);
    case 'uniqueItems':
      return error('duplicate_items', 'must not repeat an item');
    case 'minProperties':
      return error('empty', 'must name at least one field');
    default:
      return error('invalid', ajvError.message ?? 'is not valid');
  }
}

function patternText(pattern: string | undefined): string {
  if (pattern === '\\S') return 'must not be blank';
  const kind = pattern === printableListedName ? 'printable text without commas' : 'printable text';
  return `must be one line of ${kind}, and not blank`;
}

/** Escapes a name as one token of a JSON Pointer (RFC 6901, section 3). */
export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function typeName(type: string): string {
  return typeNames[type] ?? type;
}

function unknownParameter(schema: Keywords): string {
  const known = Object.keys(schema.properties ?? {});
  return known.length === 0
    ? 'is not a known parameter; there are none here'
    : `is not a known parameter; there are: ${known.join(', ')}`;
}

/** A long list, such as the list of devices, would fill the response. */
function enumText({ enum: values, title }: Keywords): string {
  const words: string[] = values.filter((word: unknown) => word !== null);
  return words.length > 30
    ? `must be one of the ${words.length} values of ${title} in the OpenAPI document, such as ${words[0]}`
    : `must be one of ${words.join(', ')}`;
}

function rangeText({ minimum, maximum }: Keywords): string {
  if (minimum === undefined) return `at most ${maximum}`;
  return maximum === undefined ? `at least ${minimum}` : `between ${minimum} and ${maximum}`;
}
