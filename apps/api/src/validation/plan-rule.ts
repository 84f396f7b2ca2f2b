import type { PolicyBody, TimingBody } from '@shotclock/contracts';
import { type CoreContext, planRequestFaults } from '@shotclock/core';
import type { RequestRule } from './rules.ts';

/** Faults of a body's `schedule` and `policy` that no schema can say, so that they are reported with all the others. */
export function planRule(limits: CoreContext['limits'], kind: 'new' | 'change'): RequestRule {
  return ({ body }) => {
    const request = (body ?? {}) as { schedule?: Partial<TimingBody>; policy?: PolicyBody };
    const rules = { minIntervalSeconds: limits.minRunIntervalSeconds, now: new Date() };
    return planRequestFaults(request, rules, kind);
  };
}
