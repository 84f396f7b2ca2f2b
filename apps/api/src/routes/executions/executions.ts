import {
  ExecutionStatus,
  ExecutionTrigger,
  ExpandedExecution,
  executionExpansions,
  Id,
  nouns,
  type ScheduleExecution,
  StringEnum,
  sortFields,
} from '@shotclock/contracts';
import {
  cancelExecution,
  getExecution,
  listAllExecutions,
  listExecutions,
  retryFailed,
} from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';
import { sendProgress } from '../../responses/send-progress.ts';
import { StartedExecution } from '../../responses/started-execution.ts';
import { expandField, expandRule, parseExpand } from '../../validation/expand.ts';
import { scheduleFilter } from '../../validation/list-filters.ts';
import { Query } from '../../validation/page-query.ts';
import { periodOf, periodQueryFields, periodRule } from '../../validation/period.ts';
import { executionTagFilter, tagFilterOf, tagRule } from '../../validation/tag-filter.ts';

const noun = { ...nouns.executions, schema: ExpandedExecution };
const tags = [noun.group];
const params = Type.Object({ id: Id('Execution ID.') });
const expand = expandField(executionExpansions);
const CancelledExecution = Type.Unsafe<ScheduleExecution>({
  ...ExpandedExecution,
  description: 'The execution, which has ended.',
  examples: [
    { ...ExpandedExecution.examples[0], status: 'FAILED', successfulItems: 0, failedItems: 2, totalItems: 2 },
  ],
});

const filters = {
  ...periodQueryFields,
  status: Type.Optional(ExecutionStatus),
  trigger: Type.Optional(ExecutionTrigger),
  skipped: Type.Optional(
    Type.Boolean({ description: 'Only skipped runs (true), or only runs that started (false).' }),
  ),
};
const skippedRuns =
  'A run that was skipped, for example because the previous one was still active, is FAILED and has no items. `skipped` selects or ' +
  'excludes skipped runs, and `expand=outcome` adds the trigger and the reason.';

export function executionRoutes(app: Api, { publicUrl }: ApiDependencies): void {
  listRoute(app, '/api/v1/executions', {
    noun: { ...noun, sortFields: sortFields.allExecutions },
    operationId: 'listExecutions',
    summary: 'List executions',
    description:
      'Returns the executions of all schedules, including deleted ones. Filters are combined with AND. The period (`from`, ' +
      `\`to\`) applies to \`createdAt\`. ${skippedRuns}`,
    filters: { ...filters, scheduleId: scheduleFilter, tag: executionTagFilter },
    rules: [periodRule, tagRule],
    expansions: executionExpansions,
    read: ({ ctx }, input) => listAllExecutions(ctx, { ...input, ...periodOf(input), ...tagFilterOf(input) }),
  });

  listRoute(app, '/api/v1/schedules/:scheduleId/executions', {
    noun,
    operationId: 'listScheduleExecutions',
    summary: 'List the executions of a schedule',
    description:
      'Returns the scheduled, manual, retried and skipped runs of a schedule, even if it is deleted. Filters are combined ' +
      `with AND. The period (\`from\`, \`to\`) applies to \`createdAt\`. ${skippedRuns}`,
    params: Type.Object({ scheduleId: Id('Schedule ID.') }),
    filters,
    rules: [periodRule],
    expansions: executionExpansions,
    read: ({ ctx }, input) => listExecutions(ctx, { ...input, ...periodOf(input) }),
  });

  app.get(
    '/api/v1/executions/:id',
    {
      schema: {
        operationId: 'getScheduleExecution',
        summary: 'Get an execution',
        description: 'An execution remains available after its schedule is deleted.',
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
    '/api/v1/executions/:id/cancel',
    {
      schema: {
        operationId: 'cancelScheduleExecution',
        summary: 'Cancel an execution',
        description:
          'Cancels all waiting and running captures of the execution, which count as failed. The execution ends as COMPLETED if an item ' +
          'has succeeded, otherwise as FAILED. `retry-failed` captures canceled items again. The schedule does not change, and the run ' +
          'does not count toward `autoPauseAfterFailures`. Returns 409 if the execution has already finished or was canceled.',
        tags,
        params,
        response: { 200: CancelledExecution },
      },
      config: { problems: ['conflict'] },
    },
    async (request) => cancelExecution(request.ctx, { executionId: request.params.id }),
  );

  app.post(
    '/api/v1/executions/:id/retry-failed',
    {
      schema: {
        operationId: 'retryFailedItems',
        summary: 'Retry the failed items in an execution',
        description:
          'Captures the failed items again in a new execution, with their current settings. Deleted items are omitted. The ' +
          'original execution and its screenshots do not change. `include=verdicts` adds the items that were captured but do not show the ' +
          'requested content: those with a verdict other than `content`. Returns 409 if the execution is still running, if no item ' +
          'failed, if all failed items were deleted, or if the schedule was deleted.',
        tags,
        params,
        querystring: Query({
          include: Type.Optional(
            StringEnum(['verdicts'], {
              description: 'Which items to capture again in addition to those that failed.',
            }),
          ),
        }),
        response: { 202: StartedExecution },
      },
      config: { problems: ['conflict', 'rate_limited'], responseHeaders: ['Location'] },
    },
    async (request, reply) => {
      const execution = await retryFailed(request.ctx, {
        executionId: request.params.id,
        includeUnexpected: request.query.include === 'verdicts',
      });
      await sendProgress(reply, { executionId: execution.id });
      return reply
        .code(202)
        .header('location', `${publicUrl()}/api/v1/executions/${execution.id}`)
        .send(execution);
    },
  );
}
