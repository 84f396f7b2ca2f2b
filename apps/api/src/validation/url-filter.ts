import { limits } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';

/** The query parameter `url` of a list. */
export const urlFilter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: limits.urlLength,
    description: 'Only records of exactly this URL, as it was requested.',
  }),
);
