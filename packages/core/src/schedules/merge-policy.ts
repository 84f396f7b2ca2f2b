import {
  changedDefaults,
  changedOptions,
  defaultPolicy,
  type Policy,
  type PolicyBody,
} from '@shotclock/contracts';
import { mergeComparison } from '../content-checks/merge-comparison.ts';
import { canonicalTimeZone } from './timing/canonical-time-zone.ts';

type Nullable<T> = { [K in keyof T]?: T[K] | null };

/** Applies the changes in a request field by field: omitted fields keep their value, and null restores the default. */
export function mergePolicy(policy: Policy, changes: PolicyBody = {}): Policy {
  const { comparison, options, defaults, ...fields } = changes;
  const merged = {
    ...policy,
    ...withDefaults<Omit<Policy, 'comparison' | 'options' | 'defaults'>>(fields, defaultPolicy),
  };
  return {
    ...merged,
    timezone: canonicalTimeZone(merged.timezone) ?? merged.timezone,
    comparison: mergeComparison(policy.comparison, comparison),
    options: changedOptions(policy.options, options),
    defaults: changedDefaults(policy.defaults, defaults),
  };
}

function withDefaults<T extends object>(given: Nullable<T>, defaults: T): Partial<T> {
  const fields = Object.entries(given) as [keyof T, T[keyof T] | null][];
  return Object.fromEntries(
    fields.map(([name, value]) => [name, value ?? defaults[name]]),
  ) as unknown as Partial<T>;
}
