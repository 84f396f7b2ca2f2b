import { Overview } from '@shotclock/contracts';
import { getOverview } from '@shotclock/core';
import type { Api } from '../../api-instance.ts';

export function overviewRoutes(app: Api): void {
  app.get(
    '/api/v1/overview',
    {
      schema: {
        operationId: 'getOverview',
        summary: 'Get the account overview',
        description:
          'Returns the captures of the last two days by hour, as `GET /screenshot-history` counts them, the pages that fail, and the newest ' +
          'changes. Its cost does not depend on the number of captures.',
        tags: ['Activity'],
        response: { 200: Overview },
      },
    },
    async (request) => getOverview(request.ctx),
  );
}
