import {
  ActivityStatus,
  activityExpansions,
  ContentChangeActivity,
  ScreenshotActivity,
  ScreenshotSource,
  sortFields,
  TransactionStatus,
  TransactionType,
} from '@shotclock/contracts';
import { listContentChangeActivity, listScreenshotActivity } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';
import { scheduleFilter, textFilter, urlFilter, urlPartFilter } from '../../validation/list-filters.ts';
import { periodOf, periodQueryFields, periodRule } from '../../validation/period.ts';
import { recordTagFilter, tagFilterOf, tagRule } from '../../validation/tag-filter.ts';
import { verdictFilterOf, verdictQueryFields, verdictRule } from '../../validation/verdict-filters.ts';

const group = 'Activity';

export function activityRoutes(app: Api): void {
  listRoute(app, '/api/v1/activity/screenshots', {
    noun: { group, scope: null, schema: ScreenshotActivity, sortFields: sortFields.screenshotActivity },
    operationId: 'listScreenshotActivity',
    summary: 'List screenshot activity',
    description:
      'Returns finished captures, manual and scheduled. `createdAt` and `captureTime` (in `sort`) and the period (`from`, `to`) refer to the time when ' +
      'the capture finished. Filters are combined with AND.',
    filters: {
      ...periodQueryFields,
      source: Type.Optional(ScreenshotSource),
      status: Type.Optional(ActivityStatus),
      url: urlFilter,
      urlContains: urlPartFilter,
      scheduleId: scheduleFilter,
      tag: recordTagFilter,
      description: textFilter('description'),
      ...verdictQueryFields,
    },
    rules: [periodRule, verdictRule, tagRule],
    expansions: activityExpansions,
    read: ({ ctx }, { status = null, ...input }) =>
      listScreenshotActivity(ctx, {
        ...input,
        ...periodOf(input),
        ...verdictFilterOf(input),
        ...tagFilterOf(input),
        status: status === 'COMPLETED' ? 'SUCCESS' : status,
      }),
  });

  listRoute(app, '/api/v1/activity/content-changes', {
    noun: { group, scope: null, schema: ContentChangeActivity, sortFields: sortFields.contentChangeActivity },
    operationId: 'listContentChangeActivity',
    summary: 'List content-change activity',
    description:
      'Returns the wallet debits and credits of content-change checks. Other wallet entries, such as top-ups, are not included: ' +
      "`GET /wallet/entries` returns all. Filters are combined with AND; `url`, `urlContains`, `scheduleId` and `tag` refer to the entry's check.",
    filters: {
      ...periodQueryFields,
      transactionType: Type.Optional(TransactionType),
      // The parameter has only one possible value, which selects all entries.
      status: Type.Optional(TransactionStatus),
      url: urlFilter,
      urlContains: urlPartFilter,
      scheduleId: scheduleFilter,
      tag: recordTagFilter,
      description: textFilter('description'),
    },
    rules: [periodRule, tagRule],
    read: ({ ctx }, input) =>
      listContentChangeActivity(ctx, { ...input, ...periodOf(input), ...tagFilterOf(input) }),
  });
}
