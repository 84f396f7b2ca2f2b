import { type Static, Type } from '@sinclair/typebox';
import { CaptureRequestBody } from './item.ts';
import { limits } from './limits.ts';
import { PolicyBody } from './policy.ts';
import { TimingBody } from './schedule.ts';
import { Nullable } from './schema.ts';

const name = Type.String({
  minLength: 1,
  maxLength: limits.scheduleName,
  pattern: '\\S',
  description: 'What people call it; not blank.',
  examples: ['Front pages'],
});
const description = Nullable(
  Type.String({ maxLength: limits.scheduleDescription, description: 'What it is for; null for none.' }),
);

export const CreateScheduleBody = Type.Object(
  {
    name,
    description: Type.Optional(description),
    schedule: TimingBody,
    items: Type.Optional(
      Type.Array(CaptureRequestBody, { description: 'What it captures; more may be added.' }),
    ),
    policy: Type.Optional(PolicyBody),
  },
  { additionalProperties: false },
);
export type CreateScheduleBody = Static<typeof CreateScheduleBody>;

export const UpdateScheduleBody = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    schedule: Type.Optional(TimingBody),
    policy: Type.Optional(PolicyBody),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type UpdateScheduleBody = Static<typeof UpdateScheduleBody>;

export const PreviewScheduleBody = Type.Object(
  {
    schedule: TimingBody,
    policy: Type.Optional(PolicyBody),
    count: Type.Optional(Type.Integer({ ...limits.previewRuns, description: 'How many runs to list.' })),
  },
  { additionalProperties: false },
);
export type PreviewScheduleBody = Static<typeof PreviewScheduleBody>;
