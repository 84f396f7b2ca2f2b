import { type Static, Type } from '@sinclair/typebox';
import { Comparison, ComparisonBody } from './comparison.ts';
import { CaptureRequestBody } from './item.ts';
import { DateTime, Id, Nullable, Words } from './schema.ts';

export const ContentCheckStatus = Words(['PENDING', 'SUCCESS', 'FAILED']);
export type ContentCheckStatus = Static<typeof ContentCheckStatus>;

/** What a request may say of a content-change check: a capture, and how it is compared with what. */
export const ContentCheckBody = Type.Object(
  {
    ...CaptureRequestBody.properties,
    responseType: Type.Optional(
      Nullable(Words(['json'], { description: 'Content-change checks support json only.' })),
    ),
    comparison: Type.Optional(Nullable(ComparisonBody)),
    baselineScreenshotId: Type.Optional(
      Nullable(Id('Screenshot to compare with; the last successful check of the same target when omitted.')),
    ),
  },
  { additionalProperties: false },
);
export type ContentCheckBody = Static<typeof ContentCheckBody>;

export const ContentCheck = Type.Object(
  {
    id: Id('Content-change check ID.'),
    url: Type.String(),
    comparison: Comparison,
    status: ContentCheckStatus,
    changed: Nullable(Type.Boolean({ description: 'Null until it is known.' })),
    ratio: Nullable(
      Type.Number({ minimum: 0, maximum: 1, description: 'The share that differs. Null until it is known.' }),
    ),
    baselineScreenshotId: Nullable(
      Id('What it was compared with; null for the first of its series, or once it is deleted.'),
    ),
    screenshotId: Nullable(Id('The capture that is checked; null once it is deleted.')),
    scheduleItemId: Nullable(Id('Item of the schedule that made the check.')),
    diffUrl: Nullable(Type.String({ description: 'What differs, as an image or as text.' })),
    price: Type.Number({ minimum: 0, description: 'Credits that the check was debited with.' }),
    description: Nullable(Type.String({ description: 'Optional details, for example why it failed.' })),
    createdAt: DateTime(),
    completedAt: Nullable(DateTime()),
  },
  { additionalProperties: false, description: 'A content-change check.' },
);
export type ContentCheck = Static<typeof ContentCheck>;
