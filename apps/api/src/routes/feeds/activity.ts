import {
  ActivityStatus,
  activityExpansions,
  ContentChangeActivity,
  Page,
  ScreenshotActivity,
  ScreenshotSource,
  sortFields,
  TransactionStatus,
  TransactionType,
} from '@shotclock/contracts';
import { listContentChangeActivity, listScreenshotActivity } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { expandField, expandRule, parseExpand } from '../../validation/expand.ts';
import { scheduleFilter, textFilter, urlFilter, urlPartFilter } from '../../validation/list-filters.ts';
import { pageFields, pageRequest, pageRule, Query } from '../../validation/page-query.ts';
import { periodOf, periodQueryFields, periodRule } from '../../validation/period.ts';
import { verdictFilterOf, verdictQueryFields, verdictRule } from '../../validation/verdict-filters.ts';

const tags = ['Activity'];
const { screenshotActivity, contentChangeActivity } = sortFields;

export function activityRoutes(app: Api): void {
  app.get(
    '/api/v1/activity/screenshots',
    {
      schema: {
        operationId: 'listScreenshotActivity',
        summary: 'List screenshot activity',
        description:
          'Returns finished captures, manual and scheduled. `createdAt` and `captureTime` (in `sort`) and the period (`from`, `to`) refer to the time when ' +
          'the capture finished. A capture must match all filters.',
        tags,
        querystring: Query({
          ...pageFields(screenshotActivity),
          ...periodQueryFields,
          source: Type.Optional(ScreenshotSource),
          status: Type.Optional(ActivityStatus),
          url: urlFilter,
          urlContains: urlPartFilter,
          scheduleId: scheduleFilter,
          description: textFilter('description'),
          ...verdictQueryFields,
          expand: expandField(activityExpansions),
        }),
        response: { 200: Page(ScreenshotActivity) },
      },
      config: {
        rules: [pageRule(screenshotActivity), periodRule, verdictRule, expandRule(activityExpansions)],
      },
    },
    async (request) => {
      const { status } = request.query;
      return listScreenshotActivity(request.ctx, {
        ...request.query,
        ...pageRequest(request, screenshotActivity),
        ...periodOf(request.query),
        ...verdictFilterOf(request.query),
        status: status === 'COMPLETED' ? 'SUCCESS' : (status ?? null),
        expand: parseExpand(request.query.expand),
      });
    },
  );

  app.get(
    '/api/v1/activity/content-changes',
    {
      schema: {
        operationId: 'listContentChangeActivity',
        summary: 'List content-change activity',
        description:
          'Returns the wallet debits and credits of content-change checks. Other wallet entries, such as top-ups, are not included: ' +
          '`GET /wallet/entries` returns all. An entry must match all filters; `url`, `urlContains` and `scheduleId` are those of its check.',
        tags,
        querystring: Query({
          ...pageFields(contentChangeActivity),
          ...periodQueryFields,
          transactionType: Type.Optional(TransactionType),
          status: Type.Optional(TransactionStatus),
          url: urlFilter,
          urlContains: urlPartFilter,
          scheduleId: scheduleFilter,
          description: textFilter('description'),
        }),
        response: { 200: Page(ContentChangeActivity) },
      },
      config: { rules: [pageRule(contentChangeActivity), periodRule] },
    },
    // The only value of `status` selects all entries.
    async (request) =>
      listContentChangeActivity(request.ctx, {
        ...request.query,
        ...pageRequest(request, contentChangeActivity),
        ...periodOf(request.query),
      }),
  );
}
