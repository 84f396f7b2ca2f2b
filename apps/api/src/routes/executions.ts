import { ExpandedExecution, executionExpansions, Id, Page, sortFields } from '@shotclock/contracts';
import { getExecution, listExecutions, retryFailed } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { expandField, expandRule, parseExpand } from '../validation/expand.ts';
import { pageFields, pageRequest, Query, sortRule } from '../validation/page-query.ts';
import { StartedExecution } from './started-execution.ts';

const tags = ['Executions'];
const fields = sortFields.executions;
const params = Type.Object({ id: Id('Execution ID.') });
const expand = expandField(executionExpansions);

export function executionRoutes(app: Api, { publicUrl }: ApiDependencies): void {
  app.get(
    '/api/v1/schedules/:scheduleId/executions',
    {
      schema: {
        operationId: 'listScheduleExecutions',
        summary: 'List the executions of a schedule',
        description:
          'Runs by time and by hand, retries, and records of runs that did not take place; expand=outcome says why.',
        tags,
        params: Type.Object({ scheduleId: Id('Schedule ID.') }),
        querystring: Query({ ...pageFields(fields), expand }),
        response: { 200: Page(ExpandedExecution) },
      },
      config: { rules: [sortRule(fields), expandRule(executionExpansions)] },
    },
    async (request) =>
      listExecutions(request.ctx, {
        scheduleId: request.params.scheduleId,
        ...pageRequest(request.query, fields),
        expand: parseExpand(request.query.expand),
      }),
  );

  app.get(
    '/api/v1/executions/:id',
    {
      schema: {
        operationId: 'getScheduleExecution',
        summary: 'Get an execution',
        description: 'Executions stay readable when their schedule is deleted.',
        tags,
        params,
        querystring: Query({ expand }),
        response: { 200: ExpandedExecution },
      },
      config: { rules: [expandRule(executionExpansions)] },
    },
    async (request) =>
      getExecution(request.ctx, {
        executionId: request.params.id,
        expand: parseExpand(request.query.expand),
      }),
  );

  app.post(
    '/api/v1/executions/:id/retry-failed',
    {
      schema: {
        operationId: 'retryFailedItems',
        summary: 'Capture the failed items of an execution again',
        description:
          'In a new execution, with the settings that the items have now; deleted ones are left out. The execution and its ' +
          'screenshots stay as they are. A conflict while it runs, when nothing failed, when none of the failed items ' +
          'is left, or when the schedule is deleted.',
        tags,
        params,
        response: { 202: StartedExecution },
      },
      config: { problems: ['conflict'], responseHeaders: ['Location'] },
    },
    async (request, reply) => {
      const execution = await retryFailed(request.ctx, { executionId: request.params.id });
      return reply
        .code(202)
        .header('location', `${publicUrl()}/api/v1/executions/${execution.id}`)
        .send(execution);
    },
  );
}
