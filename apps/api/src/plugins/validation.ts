import { CoreError, refuse } from '@shotclock/core';
import type { AnySchemaObject } from 'ajv';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { createAjv } from '../validation/create-ajv.ts';
import { requestValidator } from '../validation/request-validator.ts';
import type { RequestRule } from '../validation/rules.ts';

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
  app.addHook('onRequest', async ({ url }) => {
    if (!isDecodable(url.slice(url.indexOf('?') + 1)))
      throw new CoreError('validation_failed', 'The query is not percent-encoded UTF-8.');
  });
  app.addHook('onRoute', (route) => {
    const schema = (route.schema ?? {}) as RouteSchema;
    if (schema.hide) return;
    const validate = requestValidator(ajv, schema, route.config?.rules ?? []);
    const validateRequest = async (request: FastifyRequest) => {
      const { params, query, body } = request;
      const parts = { params, query, body, header: headerOf(request) };
      const { errors, ...values } = await validate(parts, request.ctx);
      refuse(errors);
      rejectInexactIds(values.params, params);
      request.params = values.params;
      request.query = values.query;
    };
    route.preValidation = [validateRequest, ...[route.preValidation ?? []].flat()];
  });
}

/** The router rejects a path that cannot be decoded, but takes such a query literally. */
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
