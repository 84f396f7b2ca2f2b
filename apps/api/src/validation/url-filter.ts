import { limits } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';

/** The query parameter that narrows a list to one URL. */
export const urlFilter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: limits.urlLength,
    description: 'Exactly the URL that was asked for.',
  }),
);
