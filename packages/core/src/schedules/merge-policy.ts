import { defaultPolicy, type Policy, type PolicyBody } from '@shotclock/contracts';
import { mergeComparison } from '../content-checks/merge-comparison.ts';
import { zoneName } from './zone-name.ts';

type Given<T> = { [K in keyof T]?: T[K] | null };

/** A policy with what a request changes of it, field by field: what is left out stays, and a null is the default. */
export function mergePolicy(policy: Policy, changes: PolicyBody = {}): Policy {
  const { comparison, ...fields } = changes;
  const merged = { ...policy, ...resolved<Omit<Policy, 'comparison'>>(fields, defaultPolicy) };
  return {
    ...merged,
    timezone: zoneName(merged.timezone) ?? merged.timezone,
    comparison: mergeComparison(policy.comparison, comparison),
  };
}

function resolved<T extends object>(given: Given<T>, defaults: T): Partial<T> {
  const fields = Object.entries(given) as [keyof T, T[keyof T] | null][];
  return Object.fromEntries(
    fields.map(([name, value]) => [name, value ?? defaults[name]]),
  ) as unknown as Partial<T>;
}
