import type { PolicyBody, TimingBody } from '@shotclock/contracts';
import { planRequestErrors } from '@shotclock/core';
import { databaseNow } from '@shotclock/db';
import type { RequestRule } from './rules.ts';

/**
 * The rules for the `schedule` and `policy` fields of a body. The database clock determines whether a time is in the
 * past; the rule reads that clock only if one of the fields is present.
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
