import { type Static, Type } from '@sinclair/typebox';
import type { FieldError } from '../field-error.ts';
import { limits } from '../limits.ts';
import { DateTime, Id, Nullable, StringEnum } from '../schema.ts';
import { variantLengths } from './image-variant.ts';

const { width: widths, framesPerSecond: rates, ...bounds } = limits.timeLapse;

export const TimeLapseStatus = StringEnum(['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'], {
  title: 'TimeLapseStatus',
  description: 'PENDING until a worker starts, then PROCESSING until it is SUCCESS or FAILED.',
});
export type TimeLapseStatus = Static<typeof TimeLapseStatus>;

const options = {
  from: Nullable(DateTime('Time of the earliest capture to include; null for no limit.')),
  to: Nullable(DateTime('Time of the latest capture to include; null for no limit.')),
  width: Type.Integer({
    minimum: 1,
    maximum: widths.maximum,
    description: `Width in pixels, rounded up to one of ${variantLengths.filter((one) => one <= widths.maximum).join(', ')}.`,
    examples: [widths.default],
  }),
  framesPerSecond: Type.Integer({ ...rates, description: 'Number of captures shown per second.' }),
  onlyChanges: Type.Boolean({
    description: 'Whether to skip a capture whose image is identical to that of the previous capture.',
  }),
};

export const CreateTimeLapseBody = Type.Object(
  {
    from: Type.Optional(options.from),
    to: Type.Optional(options.to),
    width: Type.Optional(Nullable(Type.Integer({ ...options.width, default: widths.default }))),
    framesPerSecond: Type.Optional(Nullable(options.framesPerSecond)),
    onlyChanges: Type.Optional(Nullable(Type.Boolean({ ...options.onlyChanges, default: false }))),
  },
  {
    title: 'CreateTimeLapse',
    additionalProperties: false,
    description: 'Period and format of a time-lapse. Null is the same as an omitted field.',
    examples: [{ from: '2026-11-01T00:00:00Z', to: '2026-11-21T00:00:00Z', onlyChanges: true }],
  },
);
export type CreateTimeLapseBody = Static<typeof CreateTimeLapseBody>;

export const TimeLapse = Type.Object(
  {
    id: Id('Time-lapse ID.'),
    itemId: Id('Item whose captures the time-lapse shows.'),
    ...options,
    status: TimeLapseStatus,
    progress: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Fraction of the work that is complete, from 0 to 1.',
    }),
    captures: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'Number of captures in the period; null until they have been counted.',
      }),
    ),
    frames: Nullable(
      Type.Integer({
        minimum: 0,
        description: `Number of captures that are shown, spread evenly over the period; null until they have been selected.`,
      }),
    ),
    bytes: Nullable(Type.Integer({ minimum: 0, description: 'Size of the image; null until it is stored.' })),
    imageUrl: Type.String({
      description:
        'URL of the animated WebP. It is known when the time-lapse is created and does not change.',
    }),
    description: Nullable(
      Type.String({ description: 'Reason for the failure; null unless the time-lapse failed.' }),
    ),
    createdAt: DateTime('When the time-lapse was requested.'),
    completedAt: Nullable(DateTime('When the time-lapse was finished; null until then.')),
  },
  {
    title: 'TimeLapse',
    additionalProperties: false,
    description: "An animated image of an item's captures.",
    examples: [
      {
        id: 1,
        itemId: 1,
        from: '2026-11-01T00:00:00.000Z',
        to: '2026-11-21T00:00:00.000Z',
        width: widths.default,
        framesPerSecond: rates.default,
        onlyChanges: true,
        status: 'SUCCESS',
        progress: 1,
        captures: 42,
        frames: 42,
        bytes: 812_345,
        imageUrl: 'http://127.0.0.1:3000/api/v1/time-lapses/1/image',
        description: null,
        createdAt: '2026-11-21T09:00:00.012Z',
        completedAt: '2026-11-21T09:00:21.562Z',
      },
    ],
  },
);
export type TimeLapse = Static<typeof TimeLapse>;

/** Maximum number of frames in a time-lapse of this width in pixels, which limits the total number of encoded pixels. */
export const maxFrames = (width: number): number =>
  Math.min(bounds.frames, Math.floor(bounds.pixels / (bounds.aspect * width ** 2)));

/** The validation errors in a request that its schema cannot express. */
export function timeLapseErrors({ from, to }: CreateTimeLapseBody): FieldError[] {
  return from && to && Date.parse(from) > Date.parse(to)
    ? [{ path: '/from', code: 'after_to', message: 'must not be later than to' }]
    : [];
}
