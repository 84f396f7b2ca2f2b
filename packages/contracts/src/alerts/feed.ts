import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { DateTime, Id, Nullable, printableName } from '../schema.ts';

const Name = Type.String({
  minLength: 1,
  maxLength: limits.feeds.name,
  pattern: printableName,
  description: 'Name of the feed, which is its title: one line of printable text.',
  examples: ['Price changes'],
});

const feedFields = {
  id: Id('Feed ID.'),
  name: Name,
  scheduleId: Nullable(
    Id('The schedule whose changes the feed lists; null for all changes, including those of manual checks.'),
  ),
  createdAt: DateTime('Time of creation.'),
};

const example = { id: 1, name: 'Price changes', scheduleId: 1, createdAt: '2026-11-21T09:00:00.000Z' };

export const Feed = Type.Object(feedFields, {
  title: 'Feed',
  additionalProperties: false,
  description: 'A feed of changes for feed readers, without its addresses.',
  examples: [example],
});
export type Feed = Static<typeof Feed>;

const addressOf = (format: string) =>
  Nullable(
    Type.String({
      description: `Address of the feed in ${format}, which needs no API key. No other response contains it: it is null in the replayed response to a repeated request.`,
    }),
  );

export const CreatedFeed = Type.Object(
  { ...feedFields, atomUrl: addressOf('Atom'), jsonUrl: addressOf('JSON Feed') },
  {
    title: 'CreatedFeed',
    additionalProperties: false,
    description: 'A new feed with its addresses.',
    examples: [
      {
        ...example,
        atomUrl: 'http://127.0.0.1:3000/api/v1/shared-feeds/…/atom.xml',
        jsonUrl: 'http://127.0.0.1:3000/api/v1/shared-feeds/…/feed.json',
      },
    ],
  },
);
export type CreatedFeed = Static<typeof CreatedFeed>;

export const CreateFeedBody = Type.Object(
  {
    name: Name,
    scheduleId: Type.Optional(
      Nullable(Id('The schedule whose changes the feed lists; all changes of the account when omitted.')),
    ),
  },
  {
    title: 'CreateFeed',
    additionalProperties: false,
    description: `What a feed lists. An account can have at most ${limits.feeds.ofAccount} feeds.`,
    examples: [{ name: 'Price changes', scheduleId: 1 }],
  },
);
export type CreateFeedBody = Static<typeof CreateFeedBody>;
