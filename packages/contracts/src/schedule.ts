import { type Static, Type } from '@sinclair/typebox';
import { ScheduleItem } from './item.ts';
import { limits } from './limits.ts';
import { PauseReason, Policy } from './policy.ts';
import { DateTime, Id, Nullable, StringEnum } from './schema.ts';

export const ScheduleStatus = StringEnum(['ACTIVE', 'COMPLETED'], {
  title: 'ScheduleStatus',
  description:
    'ACTIVE until no run can follow, then COMPLETED. A paused schedule is ACTIVE without a next run.',
});
export const ScheduleType = StringEnum(['ONCE', 'INTERVAL', 'CRON'], {
  title: 'ScheduleType',
  description: 'One run, runs at equal distances, or runs at the times of a cron expression.',
});
export const IntervalUnit = StringEnum(['MINUTES', 'HOURS', 'DAYS', 'WEEKS', 'MONTHS'], {
  title: 'IntervalUnit',
  description:
    "For INTERVAL. MINUTES and HOURS are absolute time; DAYS, WEEKS and MONTHS are calendar time in the policy's zone, " +
    "months clamped to the month's end.",
});
const intervalValue = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'For INTERVAL: run k is at firstRunAt + k × intervalValue units.',
});
const cronExpression = {
  description: 'For CRON: 5 or 6 fields, or an alias like @hourly.',
  examples: ['*/15 * * * *'],
};
const firstRunAt = DateTime(
  'ONCE: the run. INTERVAL: the first run, now when omitted. CRON: the earliest run.',
);

export const Timing = Type.Object(
  {
    type: ScheduleType,
    firstRunAt: Nullable(firstRunAt),
    intervalValue: Nullable(intervalValue),
    intervalUnit: Nullable(IntervalUnit),
    cronExpression: Nullable(Type.String(cronExpression)),
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
    firstRunAt: Type.Optional(Nullable(firstRunAt)),
    intervalValue: Type.Optional(Nullable(intervalValue)),
    intervalUnit: Type.Optional(Nullable(IntervalUnit)),
    cronExpression: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255, ...cronExpression }))),
  },
  {
    title: 'TimingRequest',
    additionalProperties: false,
    description: 'When it runs. Fields of another type are refused.',
    examples: [{ type: 'CRON', cronExpression: '0 9 * * 1-5' }],
  },
);
export type TimingBody = Static<typeof TimingBody>;

const scheduleFields = {
  id: Id('Schedule ID.'),
  name: Type.String({ description: 'What people call it.' }),
  description: Nullable(Type.String({ description: 'What it is for.' })),
  status: ScheduleStatus,
  schedule: Timing,
  nextRunAt: Nullable(DateTime('The next run; null while paused and when no run can follow.')),
  lastRunAt: Nullable(DateTime('When the last run started, by its time or by hand.')),
  items: Type.Array(ScheduleItem, {
    description: 'All items of the schedule, in the order they were added.',
  }),
  createdAt: DateTime('Creation time.'),
  updatedAt: DateTime('Time of the last change.'),
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

/** What `?expand=` of a schedule may name. */
export const scheduleExpansions = ['policy', 'upcomingRuns'] as const;
export type ScheduleExpansion = (typeof scheduleExpansions)[number];

/** A policy with every field resolved, and whether the schedule is paused. */
export const SchedulePolicy = Type.Object(
  {
    ...Policy.properties,
    pausedAt: Nullable(DateTime('Since when the schedule is paused; null when it is not.')),
    pauseReason: Nullable(PauseReason),
  },
  {
    title: 'SchedulePolicy',
    additionalProperties: false,
    description: 'With expand=policy: every field of the policy, and whether the schedule is paused.',
  },
);
export type SchedulePolicy = Static<typeof SchedulePolicy>;

/** A schedule as it is answered: with `expand` more, without it nothing but the specified fields. */
export const ExpandedSchedule = Type.Object(
  {
    ...scheduleFields,
    policy: Type.Optional(SchedulePolicy),
    upcomingRuns: Type.Optional(
      Type.Array(DateTime('A run.'), {
        maxItems: limits.upcomingRuns,
        description: 'With expand=upcomingRuns: the next 10 runs as they will start, none while paused.',
      }),
    ),
  },
  {
    title: 'Schedule',
    additionalProperties: false,
    description: 'A schedule with all its items (specification, section 2.2), and what expand asked for.',
    examples: Schedule.examples,
  },
);
export type ExpandedSchedule = Static<typeof ExpandedSchedule>;

export const SchedulePreview = Type.Object(
  {
    description: Type.String({
      description: 'The timing in words, with its time zone.',
      examples: ['At 09:00, Monday through Friday (Europe/Paris)'],
    }),
    runs: Type.Array(DateTime('A run.'), {
      description:
        'The next runs of a schedule that is created now, without the share of jitterSeconds that its id would give it.',
    }),
  },
  {
    title: 'SchedulePreview',
    additionalProperties: false,
    description: 'When a schedule would run.',
    examples: [
      {
        description: 'At 09:00, Monday through Friday (Europe/Paris)',
        runs: ['2026-11-23T08:00:00.000Z', '2026-11-24T08:00:00.000Z'],
      },
    ],
  },
);
export type SchedulePreview = Static<typeof SchedulePreview>;
