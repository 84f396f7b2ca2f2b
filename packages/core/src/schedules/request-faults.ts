import { defaultPolicy, type Fault, type PolicyBody, type TimingBody } from '@shotclock/contracts';
import { mergePolicy } from './merge-policy.ts';
import { policyFieldFaults } from './policy-rules.ts';
import { type TimingRules, timingFaults } from './timing-rules.ts';

/** The part of a request that says when a schedule runs. Where a field is at fault already, it is missing. */
type PlanRequest = { schedule?: Partial<TimingBody>; policy?: PolicyBody };

/**
 * What a request shows to be wrong with its timing and its policy before anything stored is looked at, so that it can be
 * reported together with the faults of the request's other fields. The verbs judge again by the database's clock.
 * @param kind `new` when the request is the whole plan; a `change` completes a stored one, so its end is not judged here.
 */
export function planRequestFaults(request: PlanRequest, rules: TimingRules, kind: 'new' | 'change'): Fault[] {
  const merged = mergePolicy(defaultPolicy, request.policy);
  const policy = kind === 'new' ? merged : { ...merged, endsAt: null };
  return isTiming(request.schedule)
    ? timingFaults(request.schedule, policy, rules, '/schedule')
    : policyFieldFaults(policy, '/schedule');
}

function isTiming(timing: Partial<TimingBody> | undefined): timing is TimingBody {
  return timing?.type !== undefined;
}
