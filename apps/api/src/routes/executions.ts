import { Id, Page, ScheduleExecution, sortFields } from '@shotclock/contracts';
import { listExecutions } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { pageFields, pageRequest, Query, sortRule } from '../validation/page-query.ts';

export function executionRoutes(app: Api, { coreContext }: ApiDependencies): void {
  app.get(
    '/api/v1/schedules/:scheduleId/executions',
    {
      schema: {
        operationId: 'listScheduleExecutions',
        summary: 'List the executions of a schedule',
        description: 'Every run, scheduled or by hand, with what became of its items.',
        tags: ['Executions'],
        params: Type.Object({ scheduleId: Id('Schedule ID.') }),
        querystring: Query(pageFields(sortFields.executions)),
        response: { 200: Page(ScheduleExecution) },
      },
      config: { rules: [sortRule(sortFields.executions)] },
    },
    async (request) =>
      listExecutions(coreContext(request), {
        scheduleId: request.params.scheduleId,
        ...pageRequest(request.query, sortFields.executions),
      }),
  );
}
