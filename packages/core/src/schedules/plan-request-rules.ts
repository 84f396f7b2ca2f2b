import { defaultPolicy, type FieldError, type PolicyBody, type TimingBody } from '@shotclock/contracts';
import { mergePolicy } from './merge-policy.ts';
import { planErrors } from './plan-rules.ts';
import { policyErrors } from './policy-rules.ts';
import { resolveTiming, type TimingRules, timingErrors } from './timing/timing-rules.ts';

/** The part of a request that determines when a schedule runs, without fields that violate the request schema. */
type PlanRequest = { schedule?: Partial<TimingBody>; policy?: PolicyBody };

/**
 * The validation errors in a request's `schedule` and `policy` that can be found without stored data. The API reports
 * them together with errors in other fields, so the verbs do not check them again.
 * @param kind `new`: the request contains the whole plan, and the timing must fit the policy. `change`: the request changes a stored plan, and `updateSchedule` validates the result.
 */
export function planRequestErrors(
  request: PlanRequest,
  rules: TimingRules,
  kind: 'new' | 'change',
): FieldError[] {
  const timing = isTiming(request.schedule) ? request.schedule : null;
  const policy = mergePolicy(defaultPolicy, request.policy);
  const errors = [...(timing ? timingErrors(timing, rules) : []), ...policyErrors(policy)];
  if (errors.length > 0 || timing === null || kind === 'change') return errors;
  return planErrors(resolveTiming(timing, rules.now), policy, rules.now);
}

function isTiming(timing: Partial<TimingBody> | undefined): timing is TimingBody {
  return timing?.type !== undefined;
}
