import {
  ContentChangeActivity,
  Page,
  ScreenshotActivity,
  ScreenshotSource,
  sortFields,
} from '@shotclock/contracts';
import { listContentChangeActivity, listScreenshotActivity } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../api-instance.ts';
import { pageFields, pageRequest, Query, sortRule } from '../validation/page-query.ts';
import { periodOf, periodQueryFields, periodRule } from '../validation/period.ts';

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
          'the capture finished.',
        tags,
        querystring: Query({
          ...pageFields(screenshotActivity),
          ...periodQueryFields,
          source: Type.Optional(ScreenshotSource),
        }),
        response: { 200: Page(ScreenshotActivity) },
      },
      config: { rules: [sortRule(screenshotActivity), periodRule] },
    },
    async (request) =>
      listScreenshotActivity(request.ctx, {
        ...pageRequest(request.query, screenshotActivity),
        ...periodOf(request.query),
        source: request.query.source ?? null,
      }),
  );

  app.get(
    '/api/v1/activity/content-changes',
    {
      schema: {
        operationId: 'listContentChangeActivity',
        summary: 'List content-change activity',
        description:
          'Returns the wallet debits and credits of content-change checks. Other wallet entries, such as top-ups, are not included.',
        tags,
        querystring: Query({ ...pageFields(contentChangeActivity), ...periodQueryFields }),
        response: { 200: Page(ContentChangeActivity) },
      },
      config: { rules: [sortRule(contentChangeActivity), periodRule] },
    },
    async (request) =>
      listContentChangeActivity(request.ctx, {
        ...pageRequest(request.query, contentChangeActivity),
        ...periodOf(request.query),
      }),
  );
}
