import { CoreError } from '@shotclock/core';
import type { AnySchemaObject } from 'ajv';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { createAjv } from '../validation/create-ajv.ts';
import { requestValidator } from '../validation/request-validator.ts';
import type { RequestRule } from '../validation/rules.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route's schemas cannot say of a request. */
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
 * Validates path, query and body of every route that the documentation shows, and reports all their faults at once.
 * Fastify's own validation stops at the first part with faults, so its compiler is given nothing to do.
 */
export function registerValidation(app: Api): void {
  const ajv = createAjv({ allErrors: true, verbose: true, useDefaults: true });
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRequest', async ({ url }) => {
    if (!isDecodable(url.slice(url.indexOf('?') + 1)))
      throw new CoreError('validation_failed', 'The query is not UTF-8 in percent-encoding.');
  });
  app.addHook('onRoute', (route) => {
    const schema = (route.schema ?? {}) as RouteSchema;
    if (schema.hide) return;
    const validate = requestValidator(ajv, schema, route.config?.rules ?? []);
    const refuseFaults = async (request: FastifyRequest) => {
      const { params, query, body } = request;
      const parts = { params, query, body, header: headerOf(request) };
      const { faults, ...values } = await validate(parts, request.ctx);
      const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
      const code = faults.every((fault) => fault.code === 'url_not_allowed')
        ? 'url_not_allowed'
        : 'validation_failed';
      if (faults.length > 0) throw new CoreError(code, `The request has ${count}.`, { faults });
      refuseUnreachableIds(values.params, params);
      request.params = values.params;
      request.query = values.query;
    };
    route.preValidation = [refuseFaults, ...[route.preValidation ?? []].flat()];
  });
}

/** The router has seen to the path; what a query cannot be decoded to would be taken as it stands. */
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** A header that comes twice is one value with a comma anywhere else. */
function headerOf({ raw: { rawHeaders } }: FastifyRequest): (name: string) => string[] {
  return (name) =>
    rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name);
}

/** An id that a JavaScript number cannot hold exactly was never given out. */
function refuseUnreachableIds(values: unknown, written: unknown): void {
  for (const [name, value] of Object.entries(values as Record<string, unknown>)) {
    if (typeof value === 'number' && value > Number.MAX_SAFE_INTEGER)
      throw new CoreError('not_found', `Nothing has the id ${(written as Record<string, string>)[name]}.`);
  }
}
