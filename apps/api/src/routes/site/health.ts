import { StringEnum } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';

const report = (description: string) =>
  Type.Object(
    {
      status: StringEnum(['ok', 'failed', 'stopping'], { description: 'Whether requests can be served.' }),
      checks: Type.Record(Type.String(), StringEnum(['ok', 'warning', 'failed', 'timeout']), {
        description: 'The result of each check, by name.',
      }),
    },
    { title: 'HealthReport', additionalProperties: false, description },
  );

export function healthRoutes(app: Api, { readiness }: ApiDependencies): void {
  const tags = ['Health'];

  app.get(
    '/health/live',
    {
      schema: {
        operationId: 'getLiveness',
        summary: 'Check liveness',
        description: 'Whether the process responds. Does not check the database or the object store.',
        tags,
        response: { 200: report('The process responds.') },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'ok' as const, checks: {} };
    },
  );

  app.get(
    '/health/ready',
    {
      schema: {
        operationId: 'getReadiness',
        summary: 'Check readiness',
        description: 'Whether requests can be served. Checks the database, its schema and the object store.',
        tags,
        response: {
          200: report('All checks passed.'),
          503: report('A check failed, or the process is shutting down.'),
        },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const found = await readiness();
      return reply.code(found.status === 'ok' ? 200 : 503).send(found);
    },
  );
}
