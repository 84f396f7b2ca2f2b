import { type FieldError, parseInstantMs, type Timing, type TimingBody } from '@shotclock/contracts';
import { cronError, shortestIntervalBelow } from './cron-expression.ts';
import { clockToleranceMs, horizon } from './next-run.ts';

export type TimingRules = {
  /** Minimum number of seconds between two runs of a schedule. */
  minIntervalSeconds: number;
  now: Date;
};

type TimingField = Exclude<keyof TimingBody, 'type'>;
const fields: TimingField[] = ['firstRunAt', 'intervalValue', 'intervalUnit', 'cronExpression'];
const fieldsOf: Record<TimingBody['type'], { required: TimingField[]; optional: TimingField[] }> = {
  ONCE: { required: ['firstRunAt'], optional: [] },
  INTERVAL: { required: ['intervalValue', 'intervalUnit'], optional: ['firstRunAt'] },
  CRON: { required: ['cronExpression'], optional: ['firstRunAt'] },
};
/** 100 years, except for minutes, whose maximum is defined in the schema. */
const maxIntervalValue = { MINUTES: 1_000_000, HOURS: 876_600, DAYS: 36_525, WEEKS: 5_217, MONTHS: 1_200 };
const unitSeconds = { MINUTES: 60, HOURS: 3_600, DAYS: 86_400, WEEKS: 604_800, MONTHS: 28 * 86_400 };

/**
 * The validation errors in a timing that is set now: violations of rules that concern only the timing and that field
 * schemas cannot express. The interval between runs is measured in wall time; for cron, over all days of the calendar.
 */
export function timingErrors(timing: TimingBody, rules: TimingRules): FieldError[] {
  return [
    ...fieldErrors(timing),
    ...firstRunErrors(timing, rules.now),
    ...frequencyErrors(timing, rules.minIntervalSeconds),
  ].map((error) => ({ ...error, path: `/schedule/${error.path}` }));
}

/**
 * The timing as it is stored and returned: with all fields, and with times in UTC. An INTERVAL timing without a first run
 * starts now.
 */
export function resolveTiming(body: TimingBody, now: Date): Timing {
  const given = body.firstRunAt == null ? null : parseInstantMs(body.firstRunAt);
  const first = given ?? (body.type === 'INTERVAL' ? now.getTime() : null);
  return {
    type: body.type,
    firstRunAt: first === null ? null : new Date(first).toISOString(),
    intervalValue: body.intervalValue ?? null,
    intervalUnit: body.intervalUnit ?? null,
    cronExpression: body.cronExpression ?? null,
  };
}

function fieldErrors(body: TimingBody): FieldError[] {
  const { required, optional } = fieldsOf[body.type];
  const missing = required
    .filter((field) => body[field] == null)
    .map((field) => ({ path: field, code: 'required', message: `is required for ${body.type}` }));
  const foreign = fields
    .filter((field) => body[field] != null && !required.includes(field) && !optional.includes(field))
    .map((field) => ({ path: field, code: 'not_applicable', message: `does not apply to ${body.type}` }));
  return [...missing, ...foreign];
}

function firstRunErrors(body: TimingBody, now: Date): FieldError[] {
  if (body.firstRunAt == null) return [];
  const error = (code: string, message: string) => [{ path: 'firstRunAt', code, message }];
  const first = parseInstantMs(body.firstRunAt)!;
  if (first < 0 || first >= horizon) return error('out_of_range', 'must be in the years 1970 to 2999, UTC');
  if (body.type === 'ONCE' && now.getTime() - first > clockToleranceMs)
    return error('in_the_past', `must not be in the past (now: ${now.toISOString()})`);
  return [];
}

function frequencyErrors(body: TimingBody, minimum: number): FieldError[] {
  const tooFrequent = (path: string, seconds: number) => {
    const message = `runs every ${seconds} s; the minimum interval is ${minimum} s`;
    return [{ path, code: 'too_frequent', message }];
  };
  if (body.type === 'INTERVAL' && body.intervalValue != null && body.intervalUnit != null) {
    const seconds = body.intervalValue * unitSeconds[body.intervalUnit];
    const maximum = maxIntervalValue[body.intervalUnit];
    if (body.intervalValue > maximum) {
      const message = `must be at most ${maximum} for ${body.intervalUnit} (100 years)`;
      return [{ path: 'intervalValue', code: 'out_of_range', message }];
    }
    return seconds < minimum ? tooFrequent('intervalValue', seconds) : [];
  }
  if (body.type !== 'CRON' || body.cronExpression == null) return [];
  const error = cronError(body.cronExpression);
  if (error !== null) return [{ path: 'cronExpression', ...error }];
  const closest = shortestIntervalBelow(body.cronExpression, minimum);
  return closest === null ? [] : tooFrequent('cronExpression', closest);
}
