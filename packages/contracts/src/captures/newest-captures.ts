import { type Static, Type } from '@sinclair/typebox';
import { DateTime, Id, Nullable } from '../schema.ts';
import { ScreenshotVerdict } from './page-record.ts';

const NewestCapture = Type.Object(
  {
    itemId: Id('Item ID.'),
    screenshotId: Id('Screenshot of the newest successful capture of the item.'),
    completedAt: DateTime('When that capture finished.'),
    verdict: Nullable(ScreenshotVerdict),
    title: Nullable(Type.String({ description: 'Title of the page; null if it is unknown.' })),
  },
  {
    title: 'NewestCapture',
    additionalProperties: false,
    description: 'The newest successful capture of an item.',
  },
);

export const NewestCaptures = Type.Object(
  {
    captures: Type.Array(NewestCapture, {
      description: 'In the order of the items. Items without a successful capture are omitted.',
    }),
  },
  {
    title: 'NewestCaptures',
    additionalProperties: false,
    description: 'The newest successful capture of each item in a schedule.',
    examples: [
      {
        captures: [
          {
            itemId: 1,
            screenshotId: 2,
            completedAt: '2026-11-21T09:00:01.562Z',
            verdict: null,
            title: 'Example',
          },
        ],
      },
    ],
  },
);
export type NewestCaptures = Static<typeof NewestCaptures>;
