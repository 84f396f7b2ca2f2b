import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { Problem, type ProblemCode, problemCatalogue } from '@shotclock/contracts';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { Api } from '../api-instance.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Problems of this route beyond those that its path, query and body bring along. */
    problems?: ProblemCode[];
  }
}

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

/** OpenAPI 3.1 of the routes' own schemas at `/openapi.json`, and a page to browse it at `/docs`. Before the routes. */
export async function registerOpenapi(app: Api): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Shotclock',
        version: '1.0.0',
        description:
          'Screenshots of web pages on a schedule, and the record of what was done. ' +
          'Errors are problems (RFC 9457) with every fault of a request at once.',
      },
      tags: [
        { name: 'Schedules', description: 'What is captured, and when.' },
        { name: 'Items', description: 'The targets of a schedule with their capture settings.' },
        { name: 'Executions', description: 'The runs of a schedule.' },
        {
          name: 'Screenshots',
          description: 'Captures, by a schedule or by hand, and what was stored of them.',
        },
        { name: 'Content changes', description: 'Checks of pages for changes, by a schedule or by hand.' },
        { name: 'Wallet', description: 'The credits that checks are paid with.' },
        { name: 'Activity', description: 'What was done, newest first.' },
        { name: 'Health', description: 'For who watches over the service.' },
      ],
    },
    transform: ({ schema, url, route }) => ({ schema: withProblems(schema, route), url }),
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: docsPolicy,
    theme: { title: 'Shotclock API' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: 0 },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

function withProblems(schema: FastifySchema | undefined, route: RouteOptions): FastifySchema {
  if (!schema || schema.hide) return { hide: true };
  const codes: ProblemCode[] = ['validation_failed', 'forbidden', 'internal', 'unavailable'];
  if (schema.params) codes.push('not_found');
  if (schema.body) codes.push('malformed_json', 'payload_too_large', 'unsupported_media_type');
  codes.push(...(route.config?.problems ?? []));
  const byStatus = Object.groupBy(codes, (code) => String(problemCatalogue[code].status));
  const problems = Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [status, problemResponse(group ?? [])]),
  );
  return { ...schema, response: { ...problems, ...(schema.response as object | undefined) } };
}

function problemResponse(codes: ProblemCode[]) {
  const description = codes.map((code) => `${code}: ${problemCatalogue[code].title}.`).join(' ');
  return { description, content: { 'application/problem+json': { schema: Problem } } };
}
