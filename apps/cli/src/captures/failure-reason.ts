import type { Screenshot } from '@shotclock/client/source';
import { failureRemedy } from '@shotclock/contracts/failure-codes';

/**
 * Returns why a capture failed, and what to do.
 * @param capture with `expand=capture`
 */
export function failureReason({ description, capture }: Screenshot): string {
  const code = capture?.failureCode;
  const remedy = code ? failureRemedy(code) : null;
  const reason = description ?? code ?? 'no reason is known.';
  return remedy === null ? reason : `${reason} ${remedy}`;
}
