import {
  ExpandedScreenshot,
  Id,
  NewestCaptures,
  Page,
  ScreenshotHistory,
  ScreenshotSource,
  ScreenshotStatus,
  screenshotExpansions,
  sortFields,
} from '@shotclock/contracts';
import {
  getScreenshotHistory,
  listExecutionScreenshots,
  listNewestCaptures,
  listScreenshots,
} from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { expandField, expandRule, parseExpand } from '../../validation/expand.ts';
import {
  historyPeriods,
  historyQueryFields,
  historyQueryText,
  historyRules,
} from '../../validation/history-query.ts';
import { scheduleFilter, urlFilter, urlPartFilter } from '../../validation/list-filters.ts';
import { pageFields, pageRequest, pageRule, Query } from '../../validation/page-query.ts';
import { periodOf, periodQueryFields, periodRule } from '../../validation/period.ts';
import { verdictFilterOf, verdictQueryFields, verdictRule } from '../../validation/verdict-filters.ts';

const tags = ['Screenshots'];
const fields = sortFields.screenshots;
const expand = expandField(screenshotExpansions);
const status = Type.Optional(ScreenshotStatus);
const finished = Type.Optional(
  Type.Boolean({ description: 'Only screenshots that have finished, or only those that have not.' }),
);

export function screenshotListRoutes(app: Api): void {
  app.get(
    '/api/v1/screenshots',
    {
      schema: {
        operationId: 'listScreenshots',
        summary: 'List screenshots',
        description:
          'Returns manual and scheduled screenshots, finished or not. A screenshot must match all filters. The period ' +
          '(`from`, `to`) refers to `createdAt`. An ID that does not exist matches nothing.',
        tags,
        querystring: Query({
          ...pageFields(fields),
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
          expand,
        }),
        response: { 200: Page(ExpandedScreenshot) },
      },
      config: { rules: [pageRule(fields), periodRule, verdictRule, expandRule(screenshotExpansions)] },
    },
    async (request) =>
      listScreenshots(request.ctx, {
        ...request.query,
        ...pageRequest(request, fields),
        ...periodOf(request.query),
        ...verdictFilterOf(request.query),
        expand: parseExpand(request.query.expand),
      }),
  );

  app.get(
    '/api/v1/schedules/:scheduleId/newest-captures',
    {
      schema: {
        operationId: 'listNewestCaptures',
        summary: 'List the newest captures of the items of a schedule',
        description:
          'Returns the newest successful capture of each item of the schedule, all in one response. An item whose last 100 captures failed is left out.',
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
        summary: 'Get the history of the captures',
        description:
          'Counts the captures of the account by the day or hour in which they were created: manual and scheduled ones, finished or not. ' +
          `Deleted screenshots are not counted. ${historyQueryText}`,
        tags,
        querystring: Query(historyQueryFields),
        response: { 200: ScreenshotHistory },
      },
      config: { rules: historyRules },
    },
    async (request) => getScreenshotHistory(request.ctx, historyPeriods(request.query)),
  );

  app.get(
    '/api/v1/executions/:id/screenshots',
    {
      schema: {
        operationId: 'listExecutionScreenshots',
        summary: 'List the screenshots of an execution',
        description:
          'Returns one screenshot for each item of the execution. They remain available after the schedule is deleted.',
        tags,
        params: Type.Object({ id: Id('Execution ID.') }),
        querystring: Query({ ...pageFields(fields), status, ...verdictQueryFields, expand }),
        response: { 200: Page(ExpandedScreenshot) },
      },
      config: { rules: [pageRule(fields), verdictRule, expandRule(screenshotExpansions)] },
    },
    async (request) =>
      listExecutionScreenshots(request.ctx, {
        executionId: request.params.id,
        ...pageRequest(request, fields),
        status: request.query.status ?? null,
        ...verdictFilterOf(request.query),
        expand: parseExpand(request.query.expand),
      }),
  );
}
