import { HistoryStep, Id, ItemCaptures, ItemHistory, limits } from '@shotclock/contracts';
import { canonicalTimeZone, getItemHistory, historyEdges, listItemCaptures } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../api-instance.ts';
import { Query } from '../validation/page-query.ts';
import { atField, atRule, parseAt, periodOf, periodQueryFields, periodRule } from '../validation/period.ts';
import type { RequestRule } from '../validation/rules.ts';

const tags = ['Items'];
const params = Type.Object({ scheduleId: Id('Schedule ID.'), itemId: Id('Item ID.') });
const defaultDays = { day: 365, hour: 7 };
const dayMs = 86_400_000;

type HistoryQuery = { from?: string; to?: string; by?: string; timezone?: string };

/** The periods that a request asks for; null if they are too many, or the time zone is unknown. */
function periodsOf(query: HistoryQuery) {
  const by: HistoryStep = query.by === 'hour' ? 'hour' : 'day';
  const timezone = canonicalTimeZone(query.timezone ?? 'UTC');
  const period = periodOf(query);
  const to = period.to ?? new Date();
  const from = period.from ?? new Date(to.getTime() - defaultDays[by] * dayMs);
  const edges = timezone && historyEdges({ from, to, by, timezone }, limits.historyPeriods);
  return edges && edges.length > 1 ? { by, timezone, edges } : null;
}

const periodsRule: RequestRule = (request, ctx) => {
  const { query } = request;
  if (canonicalTimeZone(query.timezone ?? 'UTC') === null)
    return [
      {
        path: '/timezone',
        code: 'unknown_timezone',
        message: 'must be an IANA time zone, such as Europe/Paris',
      },
    ];
  const isPeriod = (periodRule(request, ctx) as unknown[]).length === 0;
  if (!isPeriod || periodsOf(query)) return [];
  return [
    {
      path: '/from',
      code: 'too_many_periods',
      message: `must be at most ${limits.historyPeriods} days or hours before to, and not later`,
    },
  ];
};

const around = (what: string) =>
  Type.Integer({
    minimum: 0,
    maximum: limits.capturesAround.maximum,
    default: limits.capturesAround.default,
    description: `Maximum number of captures that finished ${what}.`,
  });

export function itemHistoryRoutes(app: Api): void {
  app.get(
    '/api/v1/schedules/:scheduleId/items/:itemId/history',
    {
      schema: {
        operationId: 'getScheduleItemHistory',
        summary: 'Get the history of an item',
        description:
          'Counts the finished captures and the changes of an item by day or hour, and names the first of each. The days and hours that contain ' +
          `\`from\` and \`to\` are complete. Default: the last ${defaultDays.day} days, or the hours of the last ${defaultDays.hour} days; at most ` +
          `${limits.historyPeriods} days or hours. Deleted items and items of deleted schedules have a history, too.`,
        tags,
        params,
        querystring: Query({
          ...periodQueryFields,
          by: { ...HistoryStep, default: 'day' } as typeof HistoryStep,
          timezone: Type.String({
            default: 'UTC',
            maxLength: 64,
            description: 'IANA time zone of the days, such as Europe/Paris.',
          }),
        }),
        response: { 200: ItemHistory },
      },
      config: { rules: [periodRule, periodsRule] },
    },
    async (request) => getItemHistory(request.ctx, { ...request.params, ...periodsOf(request.query)! }),
  );

  app.get(
    '/api/v1/schedules/:scheduleId/items/:itemId/captures',
    {
      schema: {
        operationId: 'listScheduleItemCaptures',
        summary: 'List the captures of an item around a time',
        description:
          'Returns finished captures in the order of their ends, however many the item has: to move through them, to find the neighbours of a capture, ' +
          'or, with `changed=true`, the next change. `at` is usually the `completedAt` of a capture, which is then the first of those `after`.',
        tags,
        params,
        querystring: Query({
          at: atField,
          before: around('before `at`'),
          after: around('at `at` or later'),
          changed: Type.Boolean({
            default: false,
            description: 'Only captures whose content-change check found a change.',
          }),
        }),
        response: { 200: ItemCaptures },
      },
      config: { rules: [atRule] },
    },
    async (request) => {
      const { at, before, after, changed: changedOnly } = request.query;
      return listItemCaptures(request.ctx, {
        ...request.params,
        ...{ at: parseAt(at) ?? new Date(), before, after, changedOnly },
      });
    },
  );
}
