import { comparisonFaults, type Fault, type Policy, type Timing } from '@shotclock/contracts';
import { nextRun } from './next-run.ts';
import { readInstant } from './read-instant.ts';
import { zoneName } from './zone-name.ts';

/**
 * What is wrong with a policy for a timing that stands already (decisions, section 4): its fields, or an end before the
 * first run. An end that has passed, or fewer runs than were made, is no fault: the schedule is then completed.
 * @param path pointer to the timing, `/schedule`; the faults point to its sibling `policy`.
 */
export function policyFaults(timing: Timing, policy: Policy, path: string): Fault[] {
  const faults = policyFieldFaults(policy, path);
  if (faults.length > 0 || policy.endsAt === null || timing.firstRunAt === null) return faults;
  const beforeFirst = new Date(readInstant(timing.firstRunAt)! - 1);
  const first = nextRun(timing, { ...policy, endsAt: null }, beforeFirst);
  if (first === null || readInstant(policy.endsAt)! >= first.getTime()) return [];
  return [endFault(path, 'before_first_run', `must not lie before the first run, ${first.toISOString()}`)];
}

/** What is wrong with a policy under any timing: an unknown zone, an end that is no time, a region that is none. */
export function policyFieldFaults(policy: Policy, path: string): Fault[] {
  const faults = comparisonFaults(policy.comparison, `${policyPath(path)}/comparison`);
  if (zoneName(policy.timezone) === null)
    faults.unshift({
      path: `${policyPath(path)}/timezone`,
      code: 'unknown_timezone',
      message: 'must be an IANA time zone like Europe/Paris',
    });
  if (policy.endsAt !== null && readInstant(policy.endsAt) === null)
    faults.push(endFault(path, 'invalid_time', 'must be an ISO-8601 time with its offset'));
  return faults;
}

export function endFault(path: string, code: string, message: string): Fault {
  return { path: `${policyPath(path)}/endsAt`, code, message };
}

function policyPath(timingPath: string): string {
  return `${timingPath.slice(0, timingPath.lastIndexOf('/'))}/policy`;
}
