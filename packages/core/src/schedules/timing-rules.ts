import type { Fault, Policy, Timing, TimingBody } from '@shotclock/contracts';
import { closestRunsBelow, cronFault } from './cron-expression.ts';
import { clockToleranceMs, horizon, initialRun } from './next-run.ts';
import { endFault, policyFaults, policyFieldFaults } from './policy-rules.ts';
import { readInstant } from './read-instant.ts';

export type TimingRules = {
  /** Seconds that must lie between two runs of a schedule. */
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
const unitSeconds = { MINUTES: 60, HOURS: 3_600, DAYS: 86_400, WEEKS: 604_800, MONTHS: 28 * 86_400 };

/**
 * What is wrong with a timing that is set now, under the policy it will run by (decisions, section 4): every rule that
 * no single field's schema can say. The distance of runs is judged on the wall clock, for cron over every day of the
 * calendar. Empty when it may be stored.
 * @param path pointer to the timing, `/schedule`; the policy's faults point to its sibling `policy`.
 */
export function timingFaults(body: TimingBody, policy: Policy, rules: TimingRules, path: string): Fault[] {
  const faults = [
    ...fieldFaults(body),
    ...firstRunFaults(body, rules.now),
    ...frequencyFaults(body, rules.minIntervalSeconds),
  ].map((fault) => ({ ...fault, path: `${path}/${fault.path}` }));
  if (faults.length > 0) return [...faults, ...policyFieldFaults(policy, path)];

  const timing = resolveTiming(body, rules.now);
  const broken = policyFaults(timing, policy, path);
  if (broken.length > 0) return broken;
  if (initialRun(timing, { ...policy, endsAt: null }, rules.now) === null)
    return [{ path: `${path}/firstRunAt`, code: 'never_runs', message: 'no run would follow' }];
  if (initialRun(timing, policy, rules.now) === null)
    return [endFault(path, 'no_run_left', 'lies before the next run, so the schedule would never run')];
  return [];
}

/** A timing as it is stored and answered: every field present, times in UTC; an INTERVAL without a first run starts now. */
export function resolveTiming(body: TimingBody, now: Date): Timing {
  const given = body.firstRunAt == null ? null : readInstant(body.firstRunAt);
  const first = given ?? (body.type === 'INTERVAL' ? now.getTime() : null);
  return {
    type: body.type,
    firstRunAt: first === null ? null : new Date(first).toISOString(),
    intervalValue: body.intervalValue ?? null,
    intervalUnit: body.intervalUnit ?? null,
    cronExpression: body.cronExpression ?? null,
  };
}

function fieldFaults(body: TimingBody): Fault[] {
  const { required, optional } = fieldsOf[body.type];
  const missing = required
    .filter((field) => body[field] == null)
    .map((field) => ({ path: field, code: 'required', message: `is required for ${body.type}` }));
  const foreign = fields
    .filter((field) => body[field] != null && !required.includes(field) && !optional.includes(field))
    .map((field) => ({ path: field, code: 'not_applicable', message: `does not apply to ${body.type}` }));
  return [...missing, ...foreign];
}

function firstRunFaults(body: TimingBody, now: Date): Fault[] {
  if (body.firstRunAt == null) return [];
  const fault = (code: string, message: string) => [{ path: 'firstRunAt', code, message }];
  const first = readInstant(body.firstRunAt);
  if (first === null) return fault('invalid_time', 'must be an ISO-8601 time with its offset');
  if (first < 0 || first >= horizon) return fault('out_of_range', 'must lie in the years 1970 to 2999, UTC');
  if (body.type === 'ONCE' && now.getTime() - first > clockToleranceMs)
    return fault('in_the_past', `must not lie in the past (it is ${now.toISOString()} now)`);
  return [];
}

function frequencyFaults(body: TimingBody, minimum: number): Fault[] {
  const tooOften = (path: string, seconds: number) => {
    const message = `runs ${seconds} s apart; at least ${minimum} s must lie between`;
    return [{ path, code: 'too_frequent', message }];
  };
  if (body.type === 'INTERVAL' && body.intervalValue != null && body.intervalUnit != null) {
    const seconds = body.intervalValue * unitSeconds[body.intervalUnit];
    return seconds < minimum ? tooOften('intervalValue', seconds) : [];
  }
  if (body.type !== 'CRON' || body.cronExpression == null) return [];
  const fault = cronFault(body.cronExpression);
  if (fault !== null) return [{ path: 'cronExpression', ...fault }];
  const closest = closestRunsBelow(body.cronExpression, minimum);
  return closest === null ? [] : tooOften('cronExpression', closest);
}
