import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { Api } from '../api-instance.ts';
import { finishDocument } from '../openapi/finish-document.ts';
import { problemExamples, problemList, withProblems } from '../openapi/problem-responses.ts';
import { withHeaders } from '../openapi/response-headers.ts';
import { bodyTypes } from './json-body.ts';

/** The documentation page loads everything from this origin. */
const docsPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'self'",
};

const description = `Shotclock takes screenshots of web pages, on a schedule or on demand, and checks pages for changes.

Errors are problem documents (RFC 9457). A problem lists all validation errors of the request. Problem codes: ${problemList()}.`;

/** Serves an OpenAPI 3.1 document of the routes at `/openapi.json` and a page for it at `/docs`. Register before the routes. */
export async function registerOpenapi(app: Api): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      servers: [{ url: '/', description: 'The server of this document.' }],
      info: {
        title: 'Shotclock',
        version: '1.0.0',
        description,
        contact: { name: 'The maintainers of Shotclock' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // The API has no authentication yet.
      security: [],
      components: { examples: problemExamples() },
      tags: [
        { name: 'Schedules', description: 'What to capture, and when.' },
        { name: 'Items', description: 'The target URLs of a schedule, with their capture settings.' },
        { name: 'Executions', description: 'The runs of a schedule.' },
        {
          name: 'Screenshots',
          description: 'Manual and scheduled captures, and their artifacts.',
        },
        {
          name: 'Activity',
          description: 'Feeds of finished captures and of content-change debits and credits.',
        },
        {
          name: 'Content changes',
          description: 'Checks that compare a page with its baseline by image, text or HTML.',
        },
        { name: 'Wallet', description: 'The credits that pay for content-change checks.' },
        { name: 'Health', description: 'Liveness and readiness, for monitoring.' },
      ],
    },
    transform: ({ schema, url, route }) => ({ schema: documented(schema, route), url }),
    transformObject: (document) => finishDocument('openapiObject' in document ? document.openapiObject : {}),
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: docsPolicy,
    theme: { title: 'Shotclock API' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: 0 },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

function documented(schema: FastifySchema | undefined, { config, method }: RouteOptions): FastifySchema {
  if (!schema || schema.hide) return { hide: true };
  const names = config?.responseHeaders ?? [];
  const consumes = schema.body ? { consumes: bodyTypes(String(method)) } : {};
  const own = config?.problems ?? [];
  return withHeaders(
    { ...withProblems(schema, { method: String(method), own }), ...consumes },
    { method: String(method), names },
  );
}
