import type { FieldError } from '@shotclock/contracts';
import type { Ajv, AnySchemaObject, ValidateFunction } from 'ajv';
import type { RequestContext } from '../plugins/request-context.ts';
import { oversizedArrays, textFaults, without } from './body-faults.ts';
import { readValues } from './read-values.ts';
import type { RequestRule } from './rules.ts';
import { schemaFaults } from './schema-faults.ts';

export type RequestParts = {
  params: unknown;
  query: unknown;
  body: unknown;
  /** Every value that a header was given; none by default. */
  header?: (name: string) => string[];
};
export type RequestSchemas = {
  params?: AnySchemaObject;
  querystring?: AnySchemaObject;
  body?: AnySchemaObject;
};

/** The parts as the route's handler gets them, and every fault of all of them together. */
export type ValidatedRequest = RequestParts & { faults: FieldError[] };

const nothing: AnySchemaObject = { type: 'object', properties: {}, additionalProperties: false };

/**
 * Compiles a route's schemas and rules into one function that looks at path, query and body together. Bodies are not
 * coerced; query and path values are parsed. What the schemas do not name is refused.
 */
export function requestValidator(ajv: Ajv, schemas: RequestSchemas, rules: readonly RequestRule[]) {
  const readParams = valueReader(ajv, schemas.params ?? nothing, 'path');
  const readQuery = valueReader(ajv, schemas.querystring ?? nothing, 'query');
  const validateBody = schemas.body && ajv.compile(schemas.body);

  return async (given: RequestParts, ctx: RequestContext): Promise<ValidatedRequest> => {
    const params = readParams(given.params);
    const query = readQuery(given.query);
    const body = validateBody
      ? checkBody(validateBody, schemas.body!, given.body)
      : { sound: undefined, faults: strayBodyFaults(given.body) };
    const soundQuery = without(pathsOf(query.faults), given.query) as Record<string, string | undefined>;
    const found = [...params.faults, ...query.faults, ...body.faults];
    const known = pathsOf(found);
    const sound = { body: body.sound, query: soundQuery, header: given.header ?? (() => []) };
    const broken = (await Promise.all(rules.map((rule) => rule(sound, ctx))))
      .flat()
      .filter((fault) => !known.has(fault.path));
    return { params: params.values, query: query.values, body: given.body, faults: [...found, ...broken] };
  };
}

function valueReader(ajv: Ajv, schema: AnySchemaObject, part: 'query' | 'path') {
  const validate = ajv.compile(schema);
  return (given: unknown) => {
    const { values, faults } = readValues(schema, (given ?? {}) as Record<string, unknown>);
    const broken = validate(values) ? [] : schemaFaults(validate.errors ?? [], part);
    return { values, faults: firstOfEachPath([...faults, ...broken, ...textFaults(values)]) };
  };
}

/** The body's faults, and what of it the rules may look at. */
function checkBody(
  validate: ValidateFunction,
  schema: AnySchemaObject,
  body: unknown,
): { sound: unknown; faults: FieldError[] } {
  const absent = { path: '', code: 'required', message: 'is required' };
  if (body === undefined) return { sound: undefined, faults: [absent] };
  const oversized = oversizedArrays(schema, body);
  if (oversized.length > 0) return { sound: undefined, faults: oversized };
  const found = validate(body) ? [] : schemaFaults(validate.errors ?? [], 'body');
  const typed = without(pathsOf(found), body);
  const unstorable = textFaults(typed);
  return { sound: without(pathsOf(unstorable), typed), faults: [...found, ...unstorable] };
}

function strayBodyFaults(body: unknown): FieldError[] {
  const empty = body == null || (typeof body === 'object' && Object.keys(body).length === 0);
  return empty ? [] : [{ path: '', code: 'unexpected_body', message: 'must be empty' }];
}

function firstOfEachPath(faults: readonly FieldError[]): FieldError[] {
  const known = new Set<string>();
  return faults.filter(({ path }) => !known.has(path) && known.add(path));
}

function pathsOf(faults: readonly FieldError[]): Set<string> {
  return new Set(faults.map((fault) => fault.path));
}
