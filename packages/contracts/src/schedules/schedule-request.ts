import { type Static, Type } from '@sinclair/typebox';
import { ItemRequestBody } from '../items/item.ts';
import { TagsBody } from '../items/tags.ts';
import { limits } from '../limits.ts';
import { Nullable, printableName } from '../schema.ts';
import { PolicyBody } from './policy.ts';
import { TimingBody } from './schedule.ts';

const name = Type.String({
  minLength: 1,
  maxLength: limits.scheduleName,
  pattern: printableName,
  description: 'Name of the schedule: one line of printable text, not blank.',
  examples: ['Front pages'],
});
const description = Nullable(
  Type.String({
    maxLength: limits.scheduleDescription,
    description: 'Purpose of the schedule; null for none.',
  }),
);

export const CreateScheduleBody = Type.Object(
  {
    name,
    description: Type.Optional(description),
    schedule: TimingBody,
    items: Type.Optional(
      Type.Array(ItemRequestBody, { description: 'Items in the schedule. More can be added later.' }),
    ),
    policy: Type.Optional(PolicyBody),
    tags: Type.Optional(TagsBody),
  },
  {
    title: 'CreateSchedule',
    additionalProperties: false,
    description: 'The schedule to create, optionally with its items.',
    examples: [
      {
        name: 'Front page',
        schedule: TimingBody.examples[0],
        policy: PolicyBody.examples[0],
        items: ItemRequestBody.examples,
      },
    ],
  },
);
export type CreateScheduleBody = Static<typeof CreateScheduleBody>;

export const TimingChange = Type.Partial(TimingBody, {
  title: 'TimingChange',
  additionalProperties: false,
  minProperties: 1,
  description:
    'With a type, this is a complete timing that replaces the current one. Without a type, the given fields are changed and the ' +
    'others keep their values; null removes a field.',
  examples: [{ cronExpression: '0 10 * * 1-5' }],
});
export type TimingChange = Static<typeof TimingChange>;

export const UpdateScheduleBody = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    schedule: Type.Optional(TimingChange),
    policy: Type.Optional(PolicyBody),
    tags: Type.Optional(TagsBody),
  },
  {
    title: 'UpdateSchedule',
    additionalProperties: false,
    description: 'Changes to a schedule. Omitted fields keep their values; an empty object changes nothing.',
    examples: [{ name: 'Front page, hourly', schedule: { type: 'CRON', cronExpression: '@hourly' } }],
  },
);
export type UpdateScheduleBody = Static<typeof UpdateScheduleBody>;

export const PreviewScheduleBody = Type.Object(
  {
    schedule: TimingBody,
    policy: Type.Optional(PolicyBody),
    items: Type.Optional(
      Type.Array(ItemRequestBody, {
        description:
          'Items to validate as when a schedule is created. A large schedule can be validated in several requests.',
      }),
    ),
    count: Type.Optional(Type.Integer({ ...limits.previewRuns, description: 'Number of runs to list.' })),
  },
  {
    title: 'PreviewSchedule',
    additionalProperties: false,
    description: 'A timing and a policy to preview.',
    examples: [{ schedule: TimingBody.examples[0], policy: PolicyBody.examples[0], count: 2 }],
  },
);
export type PreviewScheduleBody = Static<typeof PreviewScheduleBody>;
