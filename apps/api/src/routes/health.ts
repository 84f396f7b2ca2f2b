import { StringEnum } from '@shotclock/contracts';
import { healthCheckTimeoutMs, runHealthChecks } from '@shotclock/runtime';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';

const report = (description: string) =>
  Type.Object(
    {
      status: StringEnum(['ok', 'failed', 'stopping'], { description: 'Whether requests can be served.' }),
      checks: Type.Record(Type.String(), StringEnum(['ok', 'failed', 'timeout']), {
        description: 'What became of each check, by its name.',
      }),
    },
    { title: 'HealthReport', additionalProperties: false, description },
  );

export function healthRoutes(app: Api, { healthChecks, stopping }: ApiDependencies): void {
  const tags = ['Health'];

  app.get(
    '/health/live',
    {
      schema: {
        operationId: 'getLiveness',
        summary: 'Does the process answer?',
        description: 'Asks nothing of the database or the object store.',
        tags,
        response: { 200: report('It does.') },
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
        summary: 'Can requests be served?',
        description: 'Asks every part that requests need; a part that fails is named.',
        tags,
        response: { 200: report('Every part works.'), 503: report('A part fails, or the process stops.') },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (stopping.aborted) return reply.code(503).send({ status: 'stopping', checks: {} });
      const found = await runHealthChecks(healthChecks, healthCheckTimeoutMs, (check, err) =>
        request.log.warn({ check, err }, 'health check failed'),
      );
      return reply.code(found.status === 'ok' ? 200 : 503).send(found);
    },
  );
}
