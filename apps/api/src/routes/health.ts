import { StringEnum } from '@shotclock/contracts';
import { healthCheckTimeoutMs, runHealthChecks } from '@shotclock/runtime';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';

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

export function healthRoutes(app: Api, { healthChecks, stopping }: ApiDependencies): void {
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
