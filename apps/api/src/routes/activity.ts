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
const fields = sortFields.activity;
const config = { rules: [sortRule(fields), periodRule] };

export function activityRoutes(app: Api): void {
  app.get(
    '/api/v1/activity/screenshots',
    {
      schema: {
        operationId: 'listScreenshotActivity',
        summary: 'List finished captures',
        description: 'createdAt, as a sort field and for from and to, is the moment the capture finished.',
        tags,
        querystring: Query({
          ...pageFields(fields),
          ...periodQueryFields,
          source: Type.Optional(ScreenshotSource),
        }),
        response: { 200: Page(ScreenshotActivity) },
      },
      config,
    },
    async (request) =>
      listScreenshotActivity(request.ctx, {
        ...pageRequest(request.query, fields),
        ...periodOf(request.query),
        source: request.query.source ?? null,
      }),
  );

  app.get(
    '/api/v1/activity/content-changes',
    {
      schema: {
        operationId: 'listContentChangeActivity',
        summary: 'List wallet debits and credits of content-change checks',
        description: 'Only entries of content-change checks: top-ups and others are not in this feed.',
        tags,
        querystring: Query({ ...pageFields(fields), ...periodQueryFields }),
        response: { 200: Page(ContentChangeActivity) },
      },
      config,
    },
    async (request) =>
      listContentChangeActivity(request.ctx, {
        ...pageRequest(request.query, fields),
        ...periodOf(request.query),
      }),
  );
}
