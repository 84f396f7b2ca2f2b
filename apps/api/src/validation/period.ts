import { type FieldError, parseInstant } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';
import type { RequestRule } from './rules.ts';

const dayMs = 86_400_000;
/** The longest valid time has 35 characters. */
const maxLength = 64;

export const periodQueryFields = {
  from: Type.Optional(
    Type.String({
      maxLength,
      description:
        'Start of the period, inclusive, in ISO-8601. A time without an offset is UTC. A date means the start of that day in UTC.',
      examples: ['2026-11-21T00:00:00Z'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      maxLength,
      description:
        'End of the period, inclusive, in ISO-8601. A time without an offset is UTC. A date means the end of that day in UTC.',
      examples: ['2026-11-21'],
    }),
  ),
};

const timeMessage = 'must be an ISO-8601 date, or date and time, such as 2026-11-21 or 2026-11-21T09:00:00Z';

type PeriodQuery = { from?: string; to?: string };

/** The bounds `from` and `to`, both inclusive to the millisecond. A missing bound is null. */
export function periodOf(query: PeriodQuery): { from: Date | null; to: Date | null } {
  return { from: parseBound(query.from, 'from'), to: parseBound(query.to, 'to') };
}

/** Returns the rules for the two parameters of a period. */
const ruleOf =
  (fromName: string, toName: string): RequestRule =>
  ({ query }) => {
    const errors: FieldError[] = [];
    const from = parseBound(query[fromName], 'from');
    const to = parseBound(query[toName], 'to');
    for (const [name, bound] of [[fromName, from] as const, [toName, to] as const]) {
      if (query[name] !== undefined && bound === null)
        errors.push({
          path: `/${name}`,
          code: 'invalid_time',
          message: timeMessage,
        });
    }
    if (from && to && from > to)
      errors.push({ path: `/${fromName}`, code: 'after_to', message: `must not be later than ${toName}` });
    return errors;
  };

/** The rules of `from` and `to` (specification, sections 4.5 and 4.6). */
export const periodRule = ruleOf('from', 'to');

/** The `nextRunFrom` and `nextRunTo` parameters, which have the same format as `from` and `to`. */
export const nextRunQueryFields = {
  nextRunFrom: Type.Optional(
    Type.String({
      maxLength,
      description: 'Only schedules whose next run is at this time or later. Same format as `from`.',
    }),
  ),
  nextRunTo: Type.Optional(
    Type.String({
      maxLength,
      description: 'Only schedules whose next run is at this time or earlier. Same format as `to`.',
    }),
  ),
};

export const nextRunRule = ruleOf('nextRunFrom', 'nextRunTo');

/** A parameter for a single time. */
export const atField = Type.Optional(
  Type.String({
    maxLength,
    description: 'A time in the format of `from`. Default: the end of the history.',
    examples: ['2026-11-21T09:00:00Z'],
  }),
);

export const atRule: RequestRule = ({ query }) =>
  query.at === undefined || parseAt(query.at)
    ? []
    : [{ path: '/at', code: 'invalid_time', message: timeMessage }];

export const parseAt = (text: string | undefined): Date | null => parseBound(text, 'from');

/** Both bounds are rounded down to the millisecond, as are the times of the records. */
function parseBound(text: string | undefined, bound: 'from' | 'to'): Date | null {
  if (typeof text !== 'string') return null;
  const instant = parseInstant(withPlus(text));
  if (instant === null) return null;
  return new Date(instant.ms + (bound === 'to' && instant.wholeDay ? dayMs - 1 : 0));
}

/** Restores the `+` of an offset, which is decoded as a space if it was not percent-encoded. */
function withPlus(text: string): string {
  const blank = text.lastIndexOf(' ');
  const isOffset = /t/i.test(text.slice(0, blank)) && /^\d{2}(?::?\d{2})?$/.test(text.slice(blank + 1));
  return blank > 0 && isOffset ? `${text.slice(0, blank)}+${text.slice(blank + 1)}` : text;
}
