import type { FieldError } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';
import { readInstantText } from './instant-text.ts';
import type { RequestRule } from './rules.ts';

const dayMs = 86_400_000;

export const periodQueryFields = {
  from: Type.Optional(
    Type.String({
      description:
        'Inclusive start, ISO-8601. Without a zone it is UTC; a plain date is the start of that day.',
      examples: ['2026-11-21T00:00:00Z'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      description: 'Inclusive end, ISO-8601. Without a zone it is UTC; a plain date is the end of that day.',
      examples: ['2026-11-21'],
    }),
  ),
};

type PeriodQuery = { from?: string; to?: string };

/** The bounds of `from` and `to`, inclusive to the millisecond; null where the period is open. */
export function periodOf(query: PeriodQuery): { from: Date | null; to: Date | null } {
  return { from: readBound(query.from, 'from'), to: readBound(query.to, 'to') };
}

/** Faults of `from` and `to` (specification, sections 4.5 and 4.6; decisions, section 7). */
export const periodRule: RequestRule = ({ query }) => {
  const faults: FieldError[] = [];
  const { from, to } = periodOf(query);
  for (const [name, bound] of Object.entries({ from, to })) {
    if (query[name] !== undefined && bound === null)
      faults.push({
        path: `/${name}`,
        code: 'invalid_time',
        message: 'must be an ISO-8601 date, or date and time, such as 2026-11-21 or 2026-11-21T09:00:00Z',
      });
  }
  if (from && to && from > to)
    faults.push({ path: '/from', code: 'after_to', message: 'must not be later than to' });
  return faults;
};

/** What lies between two milliseconds belongs to the later one for a start, and to the earlier one for an end. */
function readBound(text: string | undefined, bound: 'from' | 'to'): Date | null {
  if (typeof text !== 'string') return null;
  // A "+" that was not percent-encoded arrives as a blank.
  const instant = readInstantText(text.replace(/(T\S+) (\d{2}(?::?\d{2})?)$/i, '$1+$2'));
  if (instant === null) return null;
  if (bound === 'to') return new Date(instant.ms + (instant.wholeDay ? dayMs - 1 : 0));
  return new Date(instant.ms + (instant.finer ? 1 : 0));
}
