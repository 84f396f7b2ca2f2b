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
  {
    title: 'CreateSchedule',
    additionalProperties: false,
    description: 'A schedule to create, with its items if you like.',
    examples: [
      {
        name: 'Front page',
        schedule: TimingBody.examples[0],
        policy: PolicyBody.examples[0],
        items: CaptureRequestBody.examples,
      },
    ],
  },
);
export type CreateScheduleBody = Static<typeof CreateScheduleBody>;

/** What a request may change of a timing. */
export const TimingChange = Type.Partial(TimingBody, {
  title: 'TimingChange',
  additionalProperties: false,
  minProperties: 1,
  description:
    'With a type it is a timing of its own, which replaces the old one. Without, it changes the fields that it names, and ' +
    'the others stay; a null leaves one out.',
  examples: [{ cronExpression: '0 10 * * 1-5' }],
});
export type TimingChange = Static<typeof TimingChange>;

export const UpdateScheduleBody = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    schedule: Type.Optional(TimingChange),
    policy: Type.Optional(PolicyBody),
  },
  {
    title: 'UpdateSchedule',
    additionalProperties: false,
    minProperties: 1,
    description: 'What to change of a schedule.',
    examples: [{ name: 'Front page, hourly', schedule: { type: 'CRON', cronExpression: '@hourly' } }],
  },
);
export type UpdateScheduleBody = Static<typeof UpdateScheduleBody>;

export const PreviewScheduleBody = Type.Object(
  {
    schedule: TimingBody,
    policy: Type.Optional(PolicyBody),
    count: Type.Optional(Type.Integer({ ...limits.previewRuns, description: 'How many runs to list.' })),
  },
  {
    title: 'PreviewSchedule',
    additionalProperties: false,
    description: 'A timing and policy to be looked at.',
    examples: [{ schedule: TimingBody.examples[0], policy: PolicyBody.examples[0], count: 2 }],
  },
);
export type PreviewScheduleBody = Static<typeof PreviewScheduleBody>;
