import { comparisonFaults, type Fault, type Policy } from '@shotclock/contracts';
import { zoneName } from './zone-name.ts';

/** The errors of a policy under any timing that no schema can express: an unknown time zone, an invalid region. */
export function policyErrors(policy: Policy): Fault[] {
  const errors = comparisonFaults(policy.comparison, '/policy/comparison');
  if (zoneName(policy.timezone) === null)
    errors.unshift({
      path: '/policy/timezone',
      code: 'unknown_timezone',
      message: 'must be an IANA time zone like Europe/Paris',
    });
  return errors;
}
