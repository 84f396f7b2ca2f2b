import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { Nullable, printableListedName } from '../schema.ts';

/** A tag in a request. */
export const Tag = Type.String({
  minLength: 1,
  maxLength: limits.tagLength,
  pattern: printableListedName,
  examples: ['production'],
});

/** The tags in a request. */
export const TagsBody = Nullable(
  Type.Array(Tag, {
    maxItems: limits.tags,
    description:
      'Labels for filtering lists, without commas. They are trimmed, deduplicated and sorted; case matters. The array replaces all tags, and null removes them.',
    examples: [['production', 'shop']],
  }),
);
export type TagsBody = Static<typeof TagsBody>;

/** The tags in a response. */
export const Tags = (of: string) =>
  Type.Array(Type.String(), { description: `Tags of the ${of}, sorted. Only with expand=tags.` });

/** Returns the tags to store. */
export const storedTags = (tags: TagsBody | undefined): string[] =>
  [...new Set(tags?.map((tag) => tag.trim().normalize('NFC')))].sort();
