import type { FieldError } from './field-error.ts';

/** The errors in `expiresAt` that its schema cannot express. `now` is the current time in milliseconds. */
export function expiryErrors({ expiresAt }: { expiresAt?: string | null }, now: number): FieldError[] {
  return expiresAt && Date.parse(expiresAt) <= now
    ? [{ path: '/expiresAt', code: 'in_the_past', message: 'must be in the future' }]
    : [];
}
