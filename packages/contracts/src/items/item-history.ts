import { type Static, Type } from '@sinclair/typebox';
import { ExpandedScreenshot } from '../captures/screenshot.ts';
import { historyExample, historyFields, periodExample, periodFields } from '../history.ts';
import { DateTime, Id, Nullable, StringEnum } from '../schema.ts';

const HistoryPeriod = Type.Object(
  {
    ...periodFields,
    successes: Type.Integer({ minimum: 0, description: 'Number of successful captures.' }),
    failures: Type.Integer({ minimum: 0, description: 'Number of failed captures.' }),
    changes: Type.Integer({
      minimum: 0,
      description: 'Number of content-change checks that found a change.',
    }),
    firstScreenshotId: Nullable(Id('The first capture of the period; null if there is none.')),
    firstChangeId: Nullable(Id('The first content-change check that found a change; null if there is none.')),
    firstChangedScreenshotId: Nullable(Id('The screenshot of that check.')),
  },
  {
    title: 'HistoryPeriod',
    additionalProperties: false,
    description: 'The captures and changes of a day or an hour.',
  },
);
export type HistoryPeriod = Static<typeof HistoryPeriod>;

export const ItemHistory = Type.Object(historyFields(HistoryPeriod, 'captures or changes'), {
  title: 'ItemHistory',
  additionalProperties: false,
  description: 'The finished captures of an item, counted by day or hour.',
  examples: [
    {
      ...historyExample,
      periods: [
        {
          ...periodExample,
          ...{ successes: 23, failures: 1, changes: 2 },
          ...{ firstScreenshotId: 1, firstChangeId: 2, firstChangedScreenshotId: 2 },
        },
      ],
    },
  ],
});
export type ItemHistory = Static<typeof ItemHistory>;

/** The values of `expand` for the captures of an item. */
export const itemCaptureExpansions = ['screenshot'] as const;
export type ItemCaptureExpansion = (typeof itemCaptureExpansions)[number];

export const ItemCapture = Type.Object(
  {
    id: Id('Screenshot ID.'),
    status: StringEnum(['SUCCESS', 'FAILED'], { description: 'How the capture ended.' }),
    completedAt: DateTime('When the capture finished.'),
    scheduleExecutionId: Nullable(Id('Execution of the capture.')),
    contentCheckId: Nullable(Id('Content-change check of the capture; null if there is none.')),
    changed: Nullable(
      Type.Boolean({ description: 'Whether the check found a change; null if there is no check.' }),
    ),
    ratio: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Fraction of the pixels or characters that differs.',
      }),
    ),
    screenshot: Type.Optional(ExpandedScreenshot),
  },
  {
    title: 'ItemCapture',
    additionalProperties: false,
    description:
      'A finished capture of an item. `expand=screenshot` adds its screenshot, with `capture` and `verdict`.',
  },
);
export type ItemCapture = Static<typeof ItemCapture>;

export const ItemCaptures = Type.Object(
  {
    captures: Type.Array(ItemCapture, { description: 'The captures, in the order in which they finished.' }),
    firstIndex: Nullable(
      Type.Integer({
        minimum: 0,
        description:
          'Number of captures of the item that finished before the first one: its index in the list of screenshots with `itemId`, ' +
          '`finished=true` and `sort=completedAt`. Null with `changed=true`.',
      }),
    ),
    total: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'Number of finished captures of the item. Null with `changed=true`.',
      }),
    ),
    hasEarlier: Type.Boolean({ description: 'Whether there are captures before the first one.' }),
    hasLater: Type.Boolean({ description: 'Whether there are captures after the last one.' }),
    other: Type.Optional(ItemCapture),
  },
  {
    title: 'ItemCaptures',
    additionalProperties: false,
    description:
      'The captures of an item around a time or a capture. `other` is the capture of `otherScreenshotId`, and is present only with that parameter.',
    examples: [
      {
        captures: [
          {
            id: 1,
            status: 'SUCCESS',
            completedAt: '2026-11-21T09:00:01.562Z',
            ...{ scheduleExecutionId: 1, contentCheckId: 1, changed: true, ratio: 0.0125 },
          },
        ],
        firstIndex: 0,
        total: 24,
        hasEarlier: false,
        hasLater: true,
      },
    ],
  },
);
export type ItemCaptures = Static<typeof ItemCaptures>;
