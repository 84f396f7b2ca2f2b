import { CaptureRequestBody, Id, ScheduleItem } from '@shotclock/contracts';
import { addItems } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { captureListRule } from '../validation/rules.ts';

export function itemRoutes(app: Api, { coreContext, egressAllow, limits }: ApiDependencies): void {
  app.post(
    '/api/v1/schedules/:scheduleId/items',
    {
      schema: {
        operationId: 'addScheduleItems',
        summary: 'Add items to a schedule',
        description: 'The whole array is added, or nothing is. The answer has the order of the request.',
        tags: ['Items'],
        params: Type.Object({ scheduleId: Id('Schedule ID.') }),
        body: Type.Array(CaptureRequestBody, { minItems: 1, maxItems: limits.maxItemsPerRequest }),
        response: { 201: Type.Array(ScheduleItem, { description: 'The added items.' }) },
      },
      config: {
        rules: [captureListRule(null, 'scheduled', egressAllow)],
        problems: ['url_not_allowed', 'conflict'],
      },
    },
    async (request, reply) => {
      const { scheduleId } = request.params;
      const items = await addItems(coreContext(request), { scheduleId, items: request.body });
      return reply.code(201).send(items);
    },
  );
}
