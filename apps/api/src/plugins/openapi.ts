import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { Api } from '../api-instance.ts';
import { finishDocument } from '../openapi/finish-document.ts';
import { problemExamples, problemList, withProblems } from '../openapi/problem-responses.ts';
import { withHeaders } from '../openapi/response-headers.ts';

/** Everything that the page needs comes from here, and it asks nobody else. */
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

const description = `Screenshots of web pages on a schedule, and the record of what was done.

Errors are problems (RFC 9457) with every error of a request at once: ${problemList()}.`;

/** OpenAPI 3.1 of the routes' own schemas at `/openapi.json`, and a page to browse it at `/docs`. Before the routes. */
export async function registerOpenapi(app: Api): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      servers: [{ url: '/', description: 'Where this document is served.' }],
      info: { title: 'Shotclock', version: '1.0.0', description },
      components: { examples: problemExamples() },
      tags: [
        { name: 'Schedules', description: 'What is captured, and when.' },
        { name: 'Items', description: 'The targets of a schedule with their capture settings.' },
        { name: 'Executions', description: 'The runs of a schedule.' },
        {
          name: 'Screenshots',
          description: 'Captures, by a schedule or by hand, and what was stored of them.',
        },
        { name: 'Activity', description: 'What was done, newest first.' },
        {
          name: 'Content changes',
          description: 'Checks of a page against its baseline: by image, by text or by HTML.',
        },
        { name: 'Wallet', description: 'The credits that checks are paid from.' },
        { name: 'Health', description: 'For who watches over the service.' },
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
  const problems = { method: String(method), own: config?.problems ?? [] };
  return withHeaders(withProblems(schema, problems), config?.responseHeaders ?? []);
}
