/** The list filter for the tags of schedules and items. */
import { limits } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';
import type { RequestRule } from './rules.ts';

/** The `tag` query parameter of a list. Use it together with `tagRule`. */
const tagField = (selected: string) =>
  Type.Optional(
    Type.String({
      maxLength: limits.tags * (limits.tagLength + 1),
      description: `Only ${selected}. To match any of several tags, separate them with commas.`,
      examples: ['production,shop'],
    }),
  );

export const scheduleTagFilter = tagField('schedules with this tag');
export const executionTagFilter = tagField('executions of schedules with this tag');
export const itemTagFilter = tagField('items with this tag, and items of schedules with this tag');
export const recordTagFilter = tagField(
  'records of items that have this tag now, or whose schedule has this tag now',
);

type TagQuery = { tag?: string };

/** Rejects an empty tag. */
export const tagRule: RequestRule = ({ query }) =>
  (query as TagQuery).tag?.split(',').some((tag) => tag.trim() === '')
    ? [{ path: '/tag', code: 'invalid_tag', message: 'must be a list of tags, separated by commas' }]
    : [];

/** The filter in a query that passed `tagRule`. */
export const tagFilterOf = ({ tag }: TagQuery) => ({
  tags: tag?.split(',').map((one) => one.trim().normalize('NFC')) ?? null,
});
