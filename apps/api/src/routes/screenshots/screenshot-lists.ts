import {
  ExpandedScreenshot,
  Id,
  NewestCaptures,
  nouns,
  ScreenshotHistory,
  ScreenshotSource,
  ScreenshotStatus,
  screenshotExpansions,
} from '@shotclock/contracts';
import {
  getScreenshotHistory,
  listExecutionScreenshots,
  listNewestCaptures,
  listScreenshots,
} from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';
import {
  historyPeriods,
  historyQueryFields,
  historyQueryText,
  historyRules,
} from '../../validation/history-query.ts';
import { scheduleFilter, urlFilter, urlPartFilter } from '../../validation/list-filters.ts';
import { Query } from '../../validation/page-query.ts';
import { periodOf, periodQueryFields, periodRule } from '../../validation/period.ts';
import { recordTagFilter, tagFilterOf, tagRule } from '../../validation/tag-filter.ts';
import { verdictFilterOf, verdictQueryFields, verdictRule } from '../../validation/verdict-filters.ts';

const noun = { ...nouns.screenshots, schema: ExpandedScreenshot };
const tags = [noun.group];
const status = Type.Optional(ScreenshotStatus);
const finished = Type.Optional(
  Type.Boolean({ description: 'Only screenshots that have finished, or only those that have not.' }),
);

export function screenshotListRoutes(app: Api): void {
  listRoute(app, '/api/v1/screenshots', {
    noun,
    operationId: 'listScreenshots',
    summary: 'List screenshots',
    description:
      'Returns manual and scheduled screenshots, finished or not. Filters are combined with AND. The period ' +
      '(`from`, `to`) applies to `createdAt`. An ID that does not exist matches nothing.',
    filters: {
      ...periodQueryFields,
      status,
      finished,
      source: Type.Optional(ScreenshotSource),
      ...verdictQueryFields,
      url: urlFilter,
      urlContains: urlPartFilter,
      scheduleId: scheduleFilter,
      executionId: Type.Optional(Id('Only screenshots of this execution.')),
      itemId: Type.Optional(Id('Only screenshots of this item.')),
      tag: recordTagFilter,
    },
    rules: [periodRule, verdictRule, tagRule],
    expansions: screenshotExpansions,
    read: ({ ctx }, input) =>
      listScreenshots(ctx, {
        ...input,
        ...periodOf(input),
        ...verdictFilterOf(input),
        ...tagFilterOf(input),
      }),
  });

  app.get(
    '/api/v1/schedules/:scheduleId/newest-captures',
    {
      schema: {
        operationId: 'listNewestCaptures',
        summary: 'List the newest capture of each item in a schedule',
        description:
          'Returns the newest successful capture of each item in the schedule in one response. Items whose last 100 captures failed are omitted.',
        tags,
        params: Type.Object({ scheduleId: Id('Schedule ID.') }),
        response: { 200: NewestCaptures },
      },
    },
    async (request) => listNewestCaptures(request.ctx, request.params),
  );

  app.get(
    '/api/v1/screenshot-history',
    {
      schema: {
        operationId: 'getScreenshotHistory',
        summary: 'Get the capture history',
        description:
          'Counts all manual and scheduled captures of the account, including unfinished ones, by the day or hour in which they were created. ' +
          `Deleted screenshots are not counted. ${historyQueryText}`,
        tags,
        querystring: Query(historyQueryFields),
        response: { 200: ScreenshotHistory },
      },
      config: { rules: historyRules },
    },
    async (request) => getScreenshotHistory(request.ctx, historyPeriods(request.query)),
  );

  listRoute(app, '/api/v1/executions/:id/screenshots', {
    noun,
    operationId: 'listExecutionScreenshots',
    summary: 'List the screenshots of an execution',
    description:
      'Returns one screenshot for each item in the execution. They remain available after the schedule is deleted.',
    params: Type.Object({ id: Id('Execution ID.') }),
    filters: { status, ...verdictQueryFields },
    rules: [verdictRule],
    expansions: screenshotExpansions,
    read: ({ ctx }, { id, status = null, ...input }) =>
      listExecutionScreenshots(ctx, { executionId: id, ...input, status, ...verdictFilterOf(input) }),
  });
}
