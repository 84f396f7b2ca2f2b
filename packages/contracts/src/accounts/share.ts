import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { DateTime, Id, Nullable } from '../schema.ts';

const expiresAt = Nullable(
  DateTime('Time from which the link is refused; null for a link that does not expire.'),
);

const shareFields = {
  id: Id('Share ID.'),
  screenshotId: Id('ID of the screenshot.'),
  expiresAt,
  createdAt: DateTime('Time of creation.'),
};

const example = { id: 1, screenshotId: 1, expiresAt: null, createdAt: '2026-11-21T09:00:00.000Z' };

export const Share = Type.Object(shareFields, {
  title: 'Share',
  additionalProperties: false,
  description: 'A public link to the image of a screenshot, without its URL.',
  examples: [example],
});
export type Share = Static<typeof Share>;

export const CreatedShare = Type.Object(
  {
    ...shareFields,
    url: Nullable(
      Type.String({
        description:
          'URL of the image, which can be opened without an API key. No other response contains it, and it cannot be retrieved again: it is null in ' +
          'the replayed response to a repeated request.',
      }),
    ),
  },
  {
    title: 'CreatedShare',
    additionalProperties: false,
    description: 'A new public link to the image of a screenshot.',
    examples: [{ ...example, url: 'http://127.0.0.1:3000/api/v1/shared/…' }],
  },
);
export type CreatedShare = Static<typeof CreatedShare>;

export const CreateShareBody = Type.Object(
  { expiresAt: Type.Optional(expiresAt) },
  {
    title: 'CreateShare',
    additionalProperties: false,
    description: `How long an image is shared. A screenshot can have at most ${limits.sharesPerScreenshot} links.`,
    examples: [{ expiresAt: '2999-01-01T00:00:00Z' }],
  },
);
export type CreateShareBody = Static<typeof CreateShareBody>;
