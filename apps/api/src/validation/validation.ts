import { type FieldError, pointerToken } from '@shotclock/contracts';
import { CoreError, refuse } from '@shotclock/core';
import type { Ajv, AnySchemaObject } from 'ajv';
import type {
  FastifyRequest,
  onRequestHookHandler,
  preValidationAsyncHookHandler,
  RouteOptions,
} from 'fastify';
import type { Api } from '../api-instance.ts';
import type { CompileSchemas } from './compile-schemas.ts';
import { requestValidator } from './request-validator.ts';
import { type RequestRule, urlPathOf } from './rules.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Rules for the request that the route's schemas cannot express. */
    rules?: RequestRule[];
  }
}

type RouteSchema = {
  params?: AnySchemaObject;
  querystring?: AnySchemaObject;
  body?: AnySchemaObject;
};

/**
 * Disables Fastify's own validation, which stops at the first invalid part. `validateRequest` reports the errors in all
 * parts at once.
 */
export function disableOwnValidation(app: Api): void {
  app.setValidatorCompiler(() => () => true);
}

/** Rejects a query that is not percent-encoded UTF-8. */
export const checkQueryEncoding: onRequestHookHandler = ({ url }, _reply, done) => {
  const start = url.indexOf('?');
  if (start >= 0) refuse(encodingErrors(url.slice(start + 1)));
  done();
};

/** Validates path, query and body against a route's schemas and rules, and reports all errors at once. */
export function validateRequest(
  { ajv, compileSchemas }: { ajv: Ajv; compileSchemas: CompileSchemas },
  route: RouteOptions,
): preValidationAsyncHookHandler {
  const validate = compileSchemas(() =>
    requestValidator(ajv, (route.schema ?? {}) as RouteSchema, route.config?.rules ?? []),
  );
  return async (request) => {
    const { url, params, query, body } = request;
    const parts = { urlPath: urlPathOf(url), params, query, body, header: headerOf(request) };
    const valid = await validate(parts, request.ctx);
    refuse(valid.errors);
    rejectInexactIds(valid.params, params);
    request.params = valid.params;
    request.query = valid.query;
  };
}

/**
 * This is far more than any operation has. A URL can contain 8,000 parameters, and reporting an error for each of them
 * would take 40 ms.
 */
const maxParameters = 100;

/**
 * Returns errors for parameters that are not percent-encoded UTF-8. The router rejects such paths but passes such queries
 * on unchanged.
 * @throws CoreError validation_failed (too many parameters)
 */
function encodingErrors(query: string): FieldError[] {
  const parameters = query.split('&');
  if (parameters.length > maxParameters)
    throw new CoreError('validation_failed', `The query has more than ${maxParameters} parameters.`);
  if (isDecodable(query)) return [];
  const names = parameters
    .filter((parameter) => !isDecodable(parameter))
    .map((parameter) => parameter.split('=', 1)[0]!);
  return [...new Set(names)].map((name) => ({
    path: `/${pointerToken(isDecodable(name) ? decodeURIComponent(name) : name)}`,
    code: 'invalid_text',
    message: 'must be percent-encoded UTF-8',
  }));
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** Reads the raw headers, because Node joins repeated values of a header with commas. */
function headerOf({ raw: { rawHeaders } }: FastifyRequest): (name: string) => string[] {
  return (name) =>
    rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name);
}

/** A resource ID can always be represented exactly as a JavaScript number. */
function rejectInexactIds(values: unknown, raw: unknown): void {
  for (const [name, value] of Object.entries(values as Record<string, unknown>)) {
    if (typeof value === 'number' && value > Number.MAX_SAFE_INTEGER)
      throw new CoreError('not_found', `Nothing has the ID ${(raw as Record<string, string>)[name]}.`);
  }
}
