import { type Static, Type } from '@sinclair/typebox';
import { pageTitle } from '../captures/page-record.ts';
import { DateTime, Id, Nullable, StringEnum } from '../schema.ts';
import { Comparison, ComparisonBody, defaultComparison } from './comparison.ts';
import { ConditionResult } from './conditions.ts';
import { CaptureRequestBody } from './item.ts';

export const ContentCheckStatus = StringEnum(['PENDING', 'SUCCESS', 'FAILED'], {
  title: 'ContentCheckStatus',
  description: 'PENDING until the capture has been compared. The price of a FAILED check is refunded.',
});
export type ContentCheckStatus = Static<typeof ContentCheckStatus>;

export const Confirmation = StringEnum(['WAITING', 'CONFIRMED', 'UNSTABLE', 'KNOWN'], {
  title: 'Confirmation',
  description:
    'WAITING: a change was found, and the page is captured again at `confirmAt`. CONFIRMED: the second capture shows the change too. UNSTABLE: ' +
    'the second capture does not show it, so the check is not `changed`. KNOWN: the capture differs from its baseline only by accepted looks and ' +
    'earlier versions (`recent`), so the check is not `changed`.',
});
export type Confirmation = Static<typeof Confirmation>;

/** The request for a content-change check: the settings of its capture, the comparison, and the baseline. */
export const ContentCheckBody = Type.Object(
  {
    ...CaptureRequestBody.properties,
    responseType: Type.Optional(
      Nullable(StringEnum(['json'], { description: 'Content-change checks support only json.' })),
    ),
    comparison: Type.Optional(Nullable(ComparisonBody)),
    baselineScreenshotId: Type.Optional(
      Nullable(
        Id(
          'Screenshot to use as the baseline; the capture of the last successful check of the same target when omitted. A ' +
            'text or html comparison with ignoredSelectors requires the screenshot of a check that ignored the same selectors.',
        ),
      ),
    ),
  },
  {
    title: 'CheckContent',
    additionalProperties: false,
    description: 'The settings of the capture, the comparison and the baseline.',
    examples: [{ url: 'https://example.com/', comparison: { mode: 'text' } }],
  },
);
export type ContentCheckBody = Static<typeof ContentCheckBody>;

/** The values of `expand` for a content-change check. */
export const contentCheckExpansions = ['changes', 'title'] as const;
export type ContentCheckExpansion = (typeof contentCheckExpansions)[number];

const boxFields = {
  left: Type.Integer({ minimum: 0, description: 'Distance from the left edge of the image.' }),
  top: Type.Integer({ minimum: 0, description: 'Distance from the top edge of the image.' }),
  width: Type.Integer({ minimum: 1, description: 'Width.' }),
  height: Type.Integer({ minimum: 1, description: 'Height.' }),
};

export const ImageBox = Type.Object(boxFields, {
  title: 'ImageBox',
  additionalProperties: false,
  description: 'A rectangle in image pixels.',
});

export const Change = Type.Object(
  {
    kind: StringEnum(['changed', 'inserted', 'removed'], {
      title: 'ChangeKind',
      description:
        'changed, inserted: the box is in pixels of the checked screenshot. removed: the box is in pixels of the baseline, for content that is missing from the screenshot.',
    }),
    ...boxFields,
  },
  {
    title: 'Change',
    additionalProperties: false,
    description: 'The bounding box of a difference that a visual check found.',
  },
);
export type Change = Static<typeof Change>;

export const ChangedArea = Type.Object(
  { baseline: ImageBox, current: ImageBox },
  {
    title: 'ChangedArea',
    additionalProperties: false,
    description:
      'The bounding box of all changed pixels, in pixels of the baseline and of the screenshot. If an image lacks the changed ' +
      'rows or columns, its box is at their position there and at least one pixel wide and high. Null for text and HTML ' +
      'comparisons, for checks by earlier versions, and unless the check found a change. Only with expand=changes.',
  },
);
export type ChangedArea = Static<typeof ChangedArea>;

const changeImageUrl = (of: string) =>
  Nullable(Type.String({ description: `URL of the image; null after the deletion of the ${of}.` }));

const ChangeImages = Type.Object(
  { baseline: changeImageUrl('baseline'), current: changeImageUrl('screenshot') },
  {
    title: 'ChangeImages',
    additionalProperties: false,
    description:
      'URLs of the images that show `changedArea` and its surroundings, signed like imageUrl of a screenshot. Null if `changedArea` is null. Only with expand=changes.',
  },
);

export const ContentCheck = Type.Object(
  {
    id: Id('Content-change check ID.'),
    url: Type.String({ description: 'Captured URL.', examples: ['https://example.com/'] }),
    comparison: Comparison,
    status: ContentCheckStatus,
    changed: Nullable(
      Type.Boolean({ description: 'Whether the page changed; null until the comparison has finished.' }),
    ),
    ratio: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Fraction of the pixels or characters that differs; null until the comparison has finished.',
      }),
    ),
    baselineScreenshotId: Nullable(
      Id('Screenshot that was the baseline; null for the first check of a series and after its deletion.'),
    ),
    screenshotId: Nullable(Id('Screenshot that is checked; null after its deletion.')),
    scheduleItemId: Nullable(Id('Schedule item that the check belongs to; null for a manual check.')),
    diffUrl: Nullable(
      Type.String({
        description:
          'URL of the diff, an image or a text, signed like imageUrl of a screenshot; null when there is no diff and after the deletion of ' +
          'the screenshot.',
      }),
    ),
    price: Type.Number({ minimum: 0, description: 'Price in credits.' }),
    description: Nullable(Type.String({ description: 'Details, for example why the check failed.' })),
    createdAt: DateTime('When the check was requested.'),
    completedAt: Nullable(DateTime('When the check finished; null until then.')),
    changes: Type.Optional(
      Nullable(
        Type.Array(Change, {
          description:
            'Areas where the screenshot differs from the baseline, at most 50 boxes. Null for text and HTML comparisons, for checks by earlier versions, and until the check has finished. Only with expand=changes.',
        }),
      ),
    ),
    changedArea: Type.Optional(Nullable(ChangedArea)),
    changeImages: Type.Optional(Nullable(ChangeImages)),
    conditions: Type.Optional(Nullable(ConditionResult)),
    unstable: Type.Optional(
      Nullable(
        Type.Array(ImageBox, {
          description:
            'Differences that were ignored because they also appear between two consecutive captures, at most 50 boxes, which are also valid `ignoredRegions`. Null if there was no second capture, and for text and HTML. Only with expand=changes.',
        }),
      ),
    ),
    confirmation: Type.Optional(Nullable(Confirmation)),
    confirmAt: Type.Optional(
      Nullable(
        DateTime(
          'With `comparison.confirm.after`: earliest time of the second capture; null if the first capture showed no change. Only with expand=changes.',
        ),
      ),
    ),
    acceptedAt: Type.Optional(
      Nullable(
        DateTime(
          'When the look of the screenshot was accepted; null if it is not. Only with expand=changes.',
        ),
      ),
    ),
    title: pageTitle('the screenshot'),
    seenAt: Type.Optional(
      Nullable(DateTime('When the change was marked as seen; null if it was not. Only with expand=changes.')),
    ),
  },
  {
    title: 'ContentCheck',
    additionalProperties: false,
    description: 'A comparison of a capture with its baseline.',
    examples: [
      {
        id: 2,
        url: 'https://example.com/',
        comparison: defaultComparison,
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
