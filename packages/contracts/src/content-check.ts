import { type Static, Type } from '@sinclair/typebox';
import { Comparison, ComparisonBody } from './comparison.ts';
import { CaptureRequestBody } from './item.ts';
import { DateTime, Id, Nullable, StringEnum } from './schema.ts';

export const ContentCheckStatus = StringEnum(['PENDING', 'SUCCESS', 'FAILED'], {
  title: 'ContentCheckStatus',
  description: 'PENDING until the capture is compared; a FAILED check is credited back.',
});
export type ContentCheckStatus = Static<typeof ContentCheckStatus>;

/** What a request may say of a content-change check: a capture, and how it is compared with what. */
export const ContentCheckBody = Type.Object(
  {
    ...CaptureRequestBody.properties,
    responseType: Type.Optional(
      Nullable(StringEnum(['json'], { description: 'Content-change checks support json only.' })),
    ),
    comparison: Type.Optional(Nullable(ComparisonBody)),
    baselineScreenshotId: Type.Optional(
      Nullable(
        Id(
          'Screenshot to compare with; the last successful check of the same target when omitted. Where texts or HTML are ' +
            'compared with ignoredSelectors, one of a check that ignored the same.',
        ),
      ),
    ),
  },
  {
    title: 'CheckContent',
    additionalProperties: false,
    description: 'A capture, and what it is compared with and how.',
    examples: [{ url: 'https://example.com/', comparison: { mode: 'text' } }],
  },
);
export type ContentCheckBody = Static<typeof ContentCheckBody>;

export const ContentCheck = Type.Object(
  {
    id: Id('Content-change check ID.'),
    url: Type.String({ description: 'Captured URL.', examples: ['https://example.com/'] }),
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
    diffUrl: Nullable(
      Type.String({ description: 'What differs, as an image or as text; null once the capture is deleted.' }),
    ),
    price: Type.Number({ minimum: 0, description: 'Credits that the check was debited with.' }),
    description: Nullable(Type.String({ description: 'Optional details, for example why it failed.' })),
    createdAt: DateTime('When the check was asked for.'),
    completedAt: Nullable(DateTime('When the check was finished.')),
  },
  {
    title: 'ContentCheck',
    additionalProperties: false,
    description: 'A content-change check: one capture, compared with its baseline.',
    examples: [
      {
        id: 2,
        url: 'https://example.com/',
        comparison: { mode: 'visual', threshold: 0, ignoredSelectors: [], ignoredRegions: [] },
        status: 'SUCCESS',
        changed: true,
        ratio: 0.0125,
        baselineScreenshotId: 1,
        screenshotId: 2,
        scheduleItemId: null,
        diffUrl: 'http://127.0.0.1:3000/api/v1/content-changes/2/diff',
        price: 1,
        description: null,
        createdAt: '2026-11-21T09:00:00.012Z',
        completedAt: '2026-11-21T09:00:01.562Z',
      },
    ],
  },
);
export type ContentCheck = Static<typeof ContentCheck>;
