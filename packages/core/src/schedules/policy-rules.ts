import {
  captureCombinationErrors,
  captureFieldErrors,
  comparisonErrors,
  type FieldError,
  type Policy,
} from '@shotclock/contracts';
import { optionErrors } from '../captures/option-errors.ts';
import { canonicalTimeZone } from './timing/canonical-time-zone.ts';

/**
 * The errors in a policy that do not depend on the timing and that schemas cannot express: an unknown time zone, or an invalid
 * region or option.
 */
export function policyErrors(policy: Policy): FieldError[] {
  const errors = comparisonErrors(policy.comparison, '/policy/comparison');
  if (canonicalTimeZone(policy.timezone) === null)
    errors.unshift({
      path: '/policy/timezone',
      code: 'unknown_timezone',
      message: 'must be an IANA time zone like Europe/Paris',
    });
  return [...errors, ...optionErrors(policy.options, '/policy/options'), ...defaultsErrors(policy)];
}

/** The errors in the default settings and in their combination with the options. */
export function defaultsErrors({ defaults, options }: Policy): FieldError[] {
  const path = '/policy/defaults';
  // An item can set `fullPage` itself.
  const settings = { ...defaults, fullPage: defaults?.fullPage || undefined, options };
  const combinations = defaults === null ? [] : captureCombinationErrors(settings, path, 'scheduled');
  return [
    ...captureFieldErrors(defaults ?? {}, path),
    ...combinations.map((error) => ({
      ...error,
      path: error.path.replace('/defaults/options/', '/options/'),
    })),
  ];
}
