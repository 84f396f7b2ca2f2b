import swagger from '@fastify/swagger';
import { operationGroups, type ProblemCode } from '@shotclock/contracts';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { bodyTypes } from '../body-types.ts';
import { type Asset, createAsset } from '../http/asset.ts';
import { withHeaders } from '../http/response-headers.ts';
import { sendAsset } from '../http/send-asset.ts';
import { sessionCookieName } from '../identity/session-cookie.ts';
import { problemExamples, withProblems } from '../problems/problem-responses.ts';
import { documentedOrigin } from './documented-origin.ts';
import { finishDocument } from './finish-document.ts';
import { introduction } from './introduction.ts';

/**
 * Serves an OpenAPI 3.1 document of the routes at `/openapi.json`, with the address of this server in its examples and
 * code samples. Call it before the routes are registered.
 */
export async function registerOpenapi(app: Api, { publicUrl }: ApiDependencies): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      servers: [{ url: '/', description: 'The server that provides this document.' }],
      info: {
        title: 'Shotclock',
        version: '1.0.0',
        description: introduction(),
        contact: { name: 'The maintainers of Shotclock' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // Without AUTH_MODE=api-key, requests do not need a key.
      security: [{ bearer: [] }, { apiKey: [] }, { session: [] }, {}],
      components: {
        examples: problemExamples(),
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookieName,
            description: 'The session of a signed-in browser.',
          },
        },
      },
      tags: Object.entries(operationGroups).map(([name, description]) => ({ name, description })),
    },
    transform: ({ schema, url, route }) => ({ schema: documented(schema, route), url }),
    transformObject: (document) => finishDocument('openapiObject' in document ? document.openapiObject : {}),
  });
  let document: Asset | undefined;
  app.get('/openapi.json', { schema: { hide: true }, compress: false }, async (_request, reply) => {
    document ??= createAsset(
      JSON.stringify(app.swagger()).replaceAll(documentedOrigin, publicUrl()),
      'application/json; charset=utf-8',
    );
    return sendAsset(reply, document);
  });
}

/** The problems and headers that apply to every route that can require an API key. */
const apiProblems = ['unauthorized', 'rate_limited'] as const;
const apiHeaders = ['RateLimit', 'RateLimit-Policy', 'Server-Timing'] as const;

function documented(schema: FastifySchema | undefined, { config, method, url }: RouteOptions): FastifySchema {
  if (!schema || schema.hide) return { hide: true };
  const needsKey = url.startsWith('/api/') && !config?.isPublic;
  const names = [...(config?.responseHeaders ?? []), ...(needsKey ? apiHeaders : [])];
  const consumes = schema.body ? { consumes: bodyTypes(String(method)) } : {};
  const own: ProblemCode[] = [...(config?.problems ?? []), ...(needsKey ? apiProblems : [])];
  return withHeaders(
    {
      ...withProblems(schema, { method: String(method), own }),
      ...consumes,
      ...(needsKey ? {} : { security: [] }),
    },
    { method: String(method), names },
  );
}
