import { type FieldError, type Policy, parseInstantMs, type Timing } from '@shotclock/contracts';
import { initialRun, nextRun } from './timing/next-run.ts';

/** The validation errors in a timing and a policy that are set at `now`: at least one run must follow. */
export function planErrors(timing: Timing, policy: Policy, now: Date): FieldError[] {
  const errors = endErrors(timing, policy);
  if (errors.length > 0) return errors;
  if (initialRun(timing, { ...policy, endsAt: null }, now) === null)
    return [{ path: '/schedule/firstRunAt', code: 'never_runs', message: 'must leave at least one run' }];
  if (initialRun(timing, policy, now) === null)
    return [endError('no_run_left', 'must not be before the next run')];
  return [];
}

/**
 * The error in a policy that ends before the first run of the timing. For a stored timing, an end in the past is not an
 * error: the schedule is simply completed.
 */
export function endErrors(timing: Timing, policy: Policy): FieldError[] {
  if (policy.endsAt === null || timing.firstRunAt === null) return [];
  const beforeFirst = new Date(parseInstantMs(timing.firstRunAt)! - 1);
  const first = nextRun(timing, { ...policy, endsAt: null }, beforeFirst);
  if (first === null || parseInstantMs(policy.endsAt)! >= first.getTime()) return [];
  return [endError('before_first_run', `must not be before the first run (${first.toISOString()})`)];
}

function endError(code: string, message: string): FieldError {
  return { path: '/policy/endsAt', code, message };
}
