import { type FieldError, pointerToken } from '@shotclock/contracts';
import { CoreError, refuse } from '@shotclock/core';
import type { AnySchemaObject } from 'ajv';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { createAjv } from './create-ajv.ts';
import { requestValidator } from './request-validator.ts';
import { type RequestRule, urlPathOf } from './rules.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Rules of the request that the route's schemas cannot express. */
    rules?: RequestRule[];
  }
}

type RouteSchema = {
  hide?: boolean;
  params?: AnySchemaObject;
  querystring?: AnySchemaObject;
  body?: AnySchemaObject;
};

/**
 * Validates path, query and body of every route in the OpenAPI document, and reports all errors at once. Fastify's own
 * validation stops at the first invalid part, so its compiler does nothing.
 */
export function registerValidation(app: Api): void {
  const ajv = createAjv({ allErrors: true, verbose: true, useDefaults: true });
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRequest', ({ url }, _reply, done) => {
    const start = url.indexOf('?');
    if (start >= 0) refuse(encodingErrors(url.slice(start + 1)));
    done();
  });
  app.addHook('onRoute', (route) => {
    const schema = (route.schema ?? {}) as RouteSchema;
    if (schema.hide) return;
    const validate = requestValidator(ajv, schema, route.config?.rules ?? []);
    const validateRequest = async (request: FastifyRequest) => {
      const { url, params, query, body } = request;
      const parts = { urlPath: urlPathOf(url), params, query, body, header: headerOf(request) };
      const valid = await validate(parts, request.ctx);
      refuse(valid.errors);
      rejectInexactIds(valid.params, params);
      request.params = valid.params;
      request.query = valid.query;
    };
    route.preValidation = [validateRequest, ...[route.preValidation ?? []].flat()];
  });
}

/** Far more than any operation has. Reporting an error for each of the 8,000 that a URL can have costs 40 ms. */
const maxParameters = 100;

/**
 * The parameters that are not percent-encoded UTF-8. The router rejects such a path, but takes such a query literally.
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

/** Reads the raw headers, because Node joins the values of a repeated header with commas. */
function headerOf({ raw: { rawHeaders } }: FastifyRequest): (name: string) => string[] {
  return (name) =>
    rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name);
}

/** No resource has an ID that a JavaScript number cannot represent exactly. */
function rejectInexactIds(values: unknown, raw: unknown): void {
  for (const [name, value] of Object.entries(values as Record<string, unknown>)) {
    if (typeof value === 'number' && value > Number.MAX_SAFE_INTEGER)
      throw new CoreError('not_found', `Nothing has the ID ${(raw as Record<string, string>)[name]}.`);
  }
}
