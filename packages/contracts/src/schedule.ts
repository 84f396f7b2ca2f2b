import { type Static, Type } from '@sinclair/typebox';
import { CaptureRequestBody, ScheduleItem } from './item.ts';
import { limits } from './limits.ts';
import { DateTime, Id, Nullable, Words } from './schema.ts';

export const ScheduleStatus = Words(['ACTIVE', 'COMPLETED'], {
  title: 'ScheduleStatus',
  description: 'ACTIVE until no run can follow, then COMPLETED.',
});
export const ScheduleType = Words(['ONCE', 'INTERVAL', 'CRON'], {
  title: 'ScheduleType',
  description: 'Which of the timing fields count: fields of another type are refused.',
});
export const IntervalUnit = Words(['MINUTES', 'HOURS', 'DAYS', 'WEEKS', 'MONTHS'], {
  title: 'IntervalUnit',
  description: "Unit of an interval schedule; days and longer follow the calendar of the policy's zone.",
});
const intervalValue = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'For interval schedules: the number of units from run to run.',
});

export const Timing = Type.Object(
  {
    type: ScheduleType,
    firstRunAt: Nullable(DateTime('First run time.')),
    intervalValue: Nullable(intervalValue),
    intervalUnit: Nullable(IntervalUnit),
    cronExpression: Nullable(Type.String({ description: 'For cron schedules.' })),
  },
  {
    title: 'Timing',
    additionalProperties: false,
    description: 'Timing configuration (specification, section 2.2).',
    examples: [
      {
        type: 'CRON',
        firstRunAt: null,
        intervalValue: null,
        intervalUnit: null,
        cronExpression: '0 9 * * 1-5',
      },
    ],
  },
);
export type Timing = Static<typeof Timing>;

export const TimingBody = Type.Object(
  {
    type: ScheduleType,
    firstRunAt: Type.Optional(
      Nullable(DateTime('ONCE: the run. INTERVAL: the first run, now when omitted. CRON: the earliest run.')),
    ),
    intervalValue: Type.Optional(Nullable(intervalValue)),
    intervalUnit: Type.Optional(Nullable(IntervalUnit)),
    cronExpression: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: 'For cron schedules: 5 or 6 fields, or an alias like @hourly.',
          examples: ['*/15 * * * *'],
        }),
      ),
    ),
  },
  {
    title: 'TimingRequest',
    additionalProperties: false,
    description: 'When to run: once, at an interval, or by a cron expression.',
    examples: [{ type: 'CRON', cronExpression: '0 9 * * 1-5' }],
  },
);
export type TimingBody = Static<typeof TimingBody>;

export const MissedRuns = Words(['run_once', 'skip'], {
  title: 'MissedRuns',
  description: 'What is done about runs that were missed: run_once makes up for them with one run.',
});
export const Overlap = Words(['skip', 'allow'], {
  title: 'Overlap',
  description: 'What is done about a run that is due while the last one is not finished.',
});

/** How a schedule behaves beyond its timing (decisions, section 4). */
export const Policy = Type.Object(
  {
    timezone: Type.String({ description: 'IANA time zone.', examples: ['Europe/Paris'] }),
    missedRuns: MissedRuns,
    startingDeadlineSeconds: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 31_536_000,
        description: 'Seconds after which a run that has not started counts as missed.',
      }),
    ),
    overlap: Overlap,
    endsAt: Nullable(DateTime('No run after this time.')),
    maxRuns: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: 'The schedule is COMPLETED after so many runs.',
      }),
    ),
    jitterSeconds: Type.Integer({
      minimum: 0,
      maximum: 3_600,
      description: 'Seconds by which runs are put off at most, the same for every run of a schedule.',
    }),
  },
  {
    title: 'Policy',
    additionalProperties: false,
    description: 'How a schedule behaves beyond its timing.',
  },
);
export type Policy = Static<typeof Policy>;
export const PolicyBody = Type.Partial(Policy, {
  title: 'PolicyRequest',
  additionalProperties: false,
  description: 'How a schedule is to behave beyond its timing; what is left out keeps its value.',
  examples: [{ timezone: 'Europe/Paris' }],
});
export type PolicyBody = Static<typeof PolicyBody>;

export const defaultPolicy: Policy = {
  timezone: 'UTC',
  missedRuns: 'run_once',
  startingDeadlineSeconds: null,
  overlap: 'skip',
  endsAt: null,
  maxRuns: null,
  jitterSeconds: 0,
};

const scheduleFields = {
  id: Id('Schedule ID.'),
  name: Type.String({ description: 'Name of the schedule.' }),
  description: Nullable(Type.String({ description: 'What the schedule is for.' })),
  status: ScheduleStatus,
  schedule: Timing,
  nextRunAt: Nullable(DateTime('The next run; null when there is none, or while paused.')),
  lastRunAt: Nullable(DateTime('The last run; null before the first.')),
  items: Type.Array(ScheduleItem, { description: 'All items of the schedule.' }),
  createdAt: DateTime('Schedule creation time.'),
  updatedAt: DateTime('Schedule update time.'),
};
export const Schedule = Type.Object(scheduleFields, {
  title: 'Schedule',
  additionalProperties: false,
  description: 'A schedule with all its items (specification, section 2.2).',
  examples: [
    {
      id: 1,
      name: 'Front page',
      description: null,
      status: 'ACTIVE',
      schedule: Timing.examples[0],
      nextRunAt: '2026-11-23T09:00:00.000Z',
      lastRunAt: '2026-11-20T09:00:00.000Z',
      items: ScheduleItem.examples,
      createdAt: '2026-11-18T15:04:05.006Z',
      updatedAt: '2026-11-18T15:04:05.006Z',
    },
  ],
});
export type Schedule = Static<typeof Schedule>;

const name = Type.String({
  minLength: 1,
  maxLength: limits.scheduleName,
  pattern: '\\S',
  description: 'Name of the schedule.',
});
const description = Nullable(
  Type.String({ maxLength: limits.scheduleDescription, description: 'What the schedule is for.' }),
);

export const CreateScheduleBody = Type.Object(
  {
    name,
    description: Type.Optional(description),
    schedule: TimingBody,
    items: Type.Optional(Type.Array(CaptureRequestBody, { description: 'The first items.' })),
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

export const UpdateScheduleBody = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    schedule: Type.Optional(TimingBody),
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
