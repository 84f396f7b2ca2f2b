import type { PolicyBody, TimingBody } from '@shotclock/contracts';
import { type CoreContext, planRequestFaults } from '@shotclock/core';
import type { RequestRule } from './rules.ts';

/**
 * Faults of a body's `schedule` and `policy` that no schema can say, so that they are reported with all the others.
 * @param now the clock that decides what lies in the past; it is asked only where there is something to judge
 */
export function planRule(
  { limits, now }: { limits: CoreContext['limits']; now: () => Promise<Date> },
  kind: 'new' | 'change',
): RequestRule {
  return async ({ body }) => {
    const request = (body ?? {}) as { schedule?: Partial<TimingBody>; policy?: PolicyBody };
    if (request.schedule === undefined && request.policy === undefined) return [];
    const rules = { minIntervalSeconds: limits.minRunIntervalSeconds, now: await now() };
    return planRequestFaults(request, rules, kind);
  };
}
