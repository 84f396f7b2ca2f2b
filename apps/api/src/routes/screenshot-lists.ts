import {
  ExpandedScreenshot,
  Id,
  Page,
  ScreenshotSource,
  ScreenshotStatus,
  screenshotExpansions,
  sortFields,
} from '@shotclock/contracts';
import { listExecutionScreenshots, listScreenshots } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../api-instance.ts';
import { expandField, expandRule, parseExpand } from '../validation/expand.ts';
import { pageFields, pageRequest, Query, sortRule } from '../validation/page-query.ts';
import { periodOf, periodQueryFields, periodRule } from '../validation/period.ts';
import { urlFilter } from '../validation/url-filter.ts';

const tags = ['Screenshots'];
const fields = sortFields.screenshots;
const expand = expandField(screenshotExpansions);
const status = Type.Optional(ScreenshotStatus);

export function screenshotListRoutes(app: Api): void {
  app.get(
    '/api/v1/screenshots',
    {
      schema: {
        operationId: 'listScreenshots',
        summary: 'List screenshots',
        description:
          'Finished or not, manual or scheduled; filters go together. from and to bound createdAt. An id that does not ' +
          'exist finds nothing.',
        tags,
        querystring: Query({
          ...pageFields(fields),
          ...periodQueryFields,
          status,
          source: Type.Optional(ScreenshotSource),
          url: urlFilter,
          scheduleId: Type.Optional(Id('Captured for this schedule.')),
          executionId: Type.Optional(Id('Captured by this execution.')),
          itemId: Type.Optional(Id('Captured for this item.')),
          expand,
        }),
        response: { 200: Page(ExpandedScreenshot) },
      },
      config: { rules: [sortRule(fields), periodRule, expandRule(screenshotExpansions)] },
    },
    async (request) => {
      const { page, size, sort, from, to, expand, ...filter } = request.query;
      return listScreenshots(request.ctx, {
        ...pageRequest(request.query, fields),
        ...periodOf(request.query),
        ...filter,
        expand: parseExpand(expand),
      });
    },
  );

  app.get(
    '/api/v1/executions/:id/screenshots',
    {
      schema: {
        operationId: 'listExecutionScreenshots',
        summary: 'List the screenshots of an execution',
        description: 'One for each item that it attempts. They stay readable when the schedule is deleted.',
        tags,
        params: Type.Object({ id: Id('Execution ID.') }),
        querystring: Query({ ...pageFields(fields), status, expand }),
        response: { 200: Page(ExpandedScreenshot) },
      },
      config: { rules: [sortRule(fields), expandRule(screenshotExpansions)] },
    },
    async (request) =>
      listExecutionScreenshots(request.ctx, {
        executionId: request.params.id,
        ...pageRequest(request.query, fields),
        status: request.query.status ?? null,
        expand: parseExpand(request.query.expand),
      }),
  );
}
