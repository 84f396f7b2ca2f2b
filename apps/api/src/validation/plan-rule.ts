import type { PolicyBody, TimingBody } from '@shotclock/contracts';
import { planRequestErrors } from '@shotclock/core';
import { databaseNow } from '@shotclock/db';
import type { RequestRule } from './rules.ts';

/**
 * Checks the rules of `schedule` and `policy` that no schema can express, so that they are reported with all others. The
 * database's clock decides what lies in the past.
 */
export function planRule(kind: 'new' | 'change'): RequestRule {
  return async ({ body }, ctx) => {
    const request = (body ?? {}) as { schedule?: Partial<TimingBody>; policy?: PolicyBody };
    if (request.schedule === undefined && request.policy === undefined) return [];
    const rules = {
      minIntervalSeconds: ctx.limits.minRunIntervalSeconds,
      now: await databaseNow(ctx.db.orm),
    };
    return planRequestErrors(request, rules, kind);
  };
}
