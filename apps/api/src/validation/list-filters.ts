import { Id, limits } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';

/** The `url` query parameter of a list. */
export const urlFilter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: limits.urlLength,
    description: 'Only records with exactly this URL, as requested.',
  }),
);

/** The `urlContains` query parameter of a list. */
export const urlPartFilter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: limits.urlLength,
    description: 'Only records whose URL contains this text, ignoring case.',
  }),
);

/** The `scheduleId` query parameter of a list. */
export const scheduleFilter = Type.Optional(Id('Only records of this schedule, which may be deleted.'));

/** A query parameter that selects records by a substring. */
export const textFilter = (what: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `Only records whose ${what} contains this text, ignoring case.`,
    }),
  );
