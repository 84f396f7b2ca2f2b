import type { VerdictKind } from '@shotclock/contracts';
import { between, inArray, or, type SQL } from 'drizzle-orm';
import { screenshots } from '../schema/screenshots.ts';

/** Selects captures by the verdict and the HTTP status of their pages; fields that are null do not filter. */
export type VerdictFilter = {
  verdicts: readonly VerdictKind[] | null;
  /** Ranges of HTTP statuses, inclusive. */
  httpStatuses: readonly (readonly [first: number, last: number])[] | null;
};

export const noVerdictFilter: VerdictFilter = { verdicts: null, httpStatuses: null };

/**
 * Only successful captures have a verdict and an HTTP status. Without a condition on success, a total is counted from the
 * index alone.
 */
export function withoutImpliedStatus<Filter extends VerdictFilter & { status: string | null }>(
  filter: Filter,
): Filter {
  const isImplied = filter.status === 'SUCCESS' && verdictConditions(filter).length > 0;
  return isImplied ? { ...filter, status: null } : filter;
}

export function verdictConditions({ verdicts, httpStatuses }: VerdictFilter): SQL[] {
  const conditions = [
    verdicts ? inArray(screenshots.verdict, [...verdicts]) : undefined,
    httpStatuses
      ? or(...httpStatuses.map(([first, last]) => between(screenshots.httpStatus, first, last)))
      : undefined,
  ];
  return conditions.filter((condition) => condition !== undefined);
}
