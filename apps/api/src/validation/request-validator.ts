import { type FieldError, schemaErrors } from '@shotclock/contracts';
import { maxErrors } from '@shotclock/core';
import type { Ajv, AnySchemaObject, ValidateFunction } from 'ajv';
import type { RequestContext } from '../request-context.ts';
import { omitPaths, oversizedArrayErrors, textErrors } from './body-checks.ts';
import { inDocumentOrder } from './document-order.ts';
import { parseValues } from './parse-values.ts';
import type { RequestRule } from './rules.ts';

export type RequestParts = {
  /** Default: `/`. */
  urlPath?: string;
  params: unknown;
  query: unknown;
  body: unknown;
  /** Returns every value of a header. Default: no headers. */
  header?: (name: string) => string[];
};
export type RequestSchemas = {
  params?: AnySchemaObject;
  querystring?: AnySchemaObject;
  body?: AnySchemaObject;
};

/** The parts as the handler receives them, and the errors in all parts. */
export type ValidatedRequest = RequestParts & { errors: FieldError[] };

const noProperties: AnySchemaObject = { type: 'object', properties: {}, additionalProperties: false };

/**
 * Compiles a route's schemas and rules into one function that checks path, query and body together. Path and query values
 * are parsed; bodies are not coerced. Names that the schemas do not define are errors.
 */
export function requestValidator(ajv: Ajv, schemas: RequestSchemas, rules: readonly RequestRule[]) {
  const checkParams = valueChecker(ajv, schemas.params ?? noProperties, 'path');
  const checkQuery = valueChecker(ajv, schemas.querystring ?? noProperties, 'query');
  const validateBody = schemas.body && ajv.compile(schemas.body);

  return async (given: RequestParts, ctx: RequestContext): Promise<ValidatedRequest> => {
    const params = checkParams(given.params);
    const query = checkQuery(given.query);
    const body = validateBody
      ? checkBody(validateBody, schemas.body!, given.body)
      : { valid: undefined, errors: unexpectedBodyErrors(given.body) };
    const validQuery = omitPaths(pathsOf(query.errors), given.query) as Record<string, string | undefined>;
    const found = [...params.errors, ...query.errors, ...body.errors];
    const reported = pathsOf(found);
    const { urlPath = '/', header = () => [] } = given;
    const request = { urlPath, body: body.valid, query: validQuery, header };
    let ruleErrors: FieldError[] = [];
    for (const rule of rules) ruleErrors = ruleErrors.concat(await rule(request, ctx));
    return {
      params: params.values,
      query: query.values,
      body: given.body,
      errors: inDocumentOrder(
        [...found, ...ruleErrors.filter((error) => !reported.has(error.path))],
        given.body,
      ),
    };
  };
}

function valueChecker(ajv: Ajv, schema: AnySchemaObject, part: 'query' | 'path') {
  const validate = ajv.compile(schema);
  return (given: unknown) => {
    const { values, errors } = parseValues(schema, (given ?? {}) as Record<string, unknown>);
    const invalid = validate(values) ? [] : schemaErrors(validate.errors ?? [], part);
    return { values, errors: firstOfEachPath([...errors, ...invalid, ...textErrors(values)]) };
  };
}

/**
 * Returns the errors in the body and the valid part of the body, which the rules receive. If there are more than
 * `maxErrors` errors, the rest are not processed, and the rules receive nothing.
 */
function checkBody(
  validate: ValidateFunction,
  schema: AnySchemaObject,
  body: unknown,
): { valid: unknown; errors: FieldError[] } {
  const absent = { path: '', code: 'required', message: 'is required' };
  if (body === undefined) return { valid: undefined, errors: [absent] };
  const oversized = oversizedArrayErrors(schema, body);
  if (oversized.length > 0) return { valid: undefined, errors: oversized };
  const found = validate(body) ? [] : schemaErrors(validate.errors ?? [], 'body', maxErrors + 1);
  if (found.length > maxErrors) return { valid: undefined, errors: found };
  const typed = omitPaths(pathsOf(found), body);
  const unstorable = textErrors(typed);
  return { valid: omitPaths(pathsOf(unstorable), typed), errors: [...found, ...unstorable] };
}

function unexpectedBodyErrors(body: unknown): FieldError[] {
  const empty = body == null || (typeof body === 'object' && Object.keys(body).length === 0);
  return empty ? [] : [{ path: '', code: 'unexpected_body', message: 'must be empty' }];
}

function firstOfEachPath(errors: readonly FieldError[]): FieldError[] {
  const known = new Set<string>();
  return errors.filter(({ path }) => !known.has(path) && known.add(path));
}

function pathsOf(errors: readonly FieldError[]): Set<string> {
  return new Set(errors.map((error) => error.path));
}
