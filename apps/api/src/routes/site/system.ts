import { System } from '@shotclock/contracts';
import { getSystem } from '@shotclock/core';
import type { Api, ApiDependencies } from '../../api-instance.ts';

export function systemRoutes(app: Api, { diagnose }: Pick<ApiDependencies, 'diagnose'>): void {
  app.get(
    '/api/v1/system',
    {
      schema: {
        operationId: 'getSystem',
        summary: 'Get the state of the system',
        description:
          'Returns the results of checks of the stores, the machines and the browsers, each with a remedy. Only keys of the default account ' +
          'can read them.',
        tags: ['Health'],
        response: { 200: System },
      },
      config: { scope: 'admin' },
    },
    async (request) => getSystem(request.ctx, diagnose),
  );
}
