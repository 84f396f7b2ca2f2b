import { HistoryStep, limits } from '@shotclock/contracts';
import { canonicalTimeZone, historyEdges } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import { periodOf, periodQueryFields, periodRule } from './period.ts';
import type { RequestRule } from './rules.ts';

const defaultDays = { day: 365, hour: 7 };
const dayMs = 86_400_000;

export const historyQueryFields = {
  ...periodQueryFields,
  by: { ...HistoryStep, default: 'day' } as typeof HistoryStep,
  timezone: Type.String({
    default: 'UTC',
    maxLength: 64,
    description: 'IANA time zone that determines the days, such as Europe/Paris.',
  }),
};

/** Describes the query parameters of a history in the description of its operation. */
export const historyQueryText =
  `The days or hours that contain \`from\` and \`to\` are included in full. Default: the last ${defaultDays.day} days, or the hours of the last ` +
  `${defaultDays.hour} days; at most ${limits.historyPeriods} days or hours.`;

type HistoryQuery = { from?: string; to?: string; by?: string; timezone?: string };

/** The requested periods; null if there are too many, or if the time zone is unknown. */
function periodsOf(query: HistoryQuery) {
  const by: HistoryStep = query.by === 'hour' ? 'hour' : 'day';
  const timezone = canonicalTimeZone(query.timezone ?? 'UTC');
  const period = periodOf(query);
  const to = period.to ?? new Date();
  const from = period.from ?? new Date(to.getTime() - defaultDays[by] * dayMs);
  const edges = timezone && historyEdges({ from, to, by, timezone }, limits.historyPeriods);
  return edges && edges.length > 1 ? { by, timezone, edges } : null;
}

/** The periods of a request that has passed `historyRules`. */
export const historyPeriods = (query: HistoryQuery) => periodsOf(query)!;

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

export const historyRules = [periodRule, periodsRule];
