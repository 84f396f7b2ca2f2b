import { type Static, Type } from '@sinclair/typebox';
import { CaptureOptions } from '../captures/capture-options.ts';
import { ScheduleItem } from '../items/item.ts';
import { ItemDefaults } from '../items/item-defaults.ts';
import { Tags } from '../items/tags.ts';
import { limits } from '../limits.ts';
import { DateTime, Id, Nullable, StringEnum } from '../schema.ts';
import { ExecutionStatus, ExecutionTrigger } from './execution.ts';
import { PauseReason, Policy } from './policy.ts';

export const ScheduleStatus = StringEnum(['ACTIVE', 'COMPLETED'], {
  title: 'ScheduleStatus',
  description:
    'ACTIVE while further runs are possible, then COMPLETED. A paused schedule is ACTIVE and has no next run.',
});
export const ScheduleType = StringEnum(['ONCE', 'INTERVAL', 'CRON'], {
  title: 'ScheduleType',
  description:
    'ONCE: a single run. INTERVAL: runs at equal intervals. CRON: runs at the times of a cron expression.',
});
export const IntervalUnit = StringEnum(['MINUTES', 'HOURS', 'DAYS', 'WEEKS', 'MONTHS'], {
  title: 'IntervalUnit',
  description:
    "Unit of intervalValue. MINUTES and HOURS are absolute time. DAYS, WEEKS and MONTHS are calendar time in the policy's " +
    'time zone; a day that does not exist in a month becomes the last day of that month.',
});
const intervalValue = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'INTERVAL only: run k starts at firstRunAt + k × intervalValue units.',
});
const cronExpression = {
  description: 'CRON only: 5 or 6 fields, or an alias such as @hourly.',
  examples: ['*/15 * * * *'],
};
const firstRunAt = DateTime(
  'ONCE: time of the run. INTERVAL: time of the first run; now when omitted. CRON: earliest time of a run.',
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
    description: 'When a schedule runs.',
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
    description: 'When the schedule runs. Fields of other types are not allowed.',
    examples: [{ type: 'CRON', cronExpression: '0 9 * * 1-5' }],
  },
);
export type TimingBody = Static<typeof TimingBody>;

const scheduleFields = {
  id: Id('Schedule ID.'),
  name: Type.String({ description: 'Name of the schedule.' }),
  description: Nullable(Type.String({ description: 'Purpose of the schedule.' })),
  status: ScheduleStatus,
  schedule: Timing,
  nextRunAt: Nullable(
    DateTime('Time of the next run; null while the schedule is paused and when there are no further runs.'),
  ),
  lastRunAt: Nullable(DateTime('When the last run started, scheduled or manual.')),
  items: Type.Array(ScheduleItem, {
    description: 'All items in the schedule, in the order in which they were added.',
  }),
  createdAt: DateTime('When the schedule was created.'),
  updatedAt: DateTime('When the schedule or its items were last changed. Runs do not count.'),
};
export const Schedule = Type.Object(scheduleFields, {
  title: 'Schedule',
  additionalProperties: false,
  description: 'A schedule with all its items.',
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

/** The values of `expand` for a schedule. */
export const scheduleExpansions = ['options', 'own', 'policy', 'tags', 'comparison', 'upcomingRuns'] as const;
export type ScheduleExpansion = (typeof scheduleExpansions)[number];

export const SchedulePolicy = Type.Object(
  {
    ...Policy.properties,
    options: Type.Optional(CaptureOptions),
    defaults: Type.Optional(ItemDefaults),
    pausedAt: Nullable(DateTime('When the schedule was paused; null when it is not paused.')),
    pauseReason: Nullable(PauseReason),
  },
  {
    title: 'SchedulePolicy',
    additionalProperties: false,
    description: 'The complete policy, and whether the schedule is paused; only with expand=policy.',
  },
);
export type SchedulePolicy = Static<typeof SchedulePolicy>;

/** Without `expand`, the response contains only the fields in the specification. */
export const ExpandedSchedule = Type.Object(
  {
    ...scheduleFields,
    policy: Type.Optional(SchedulePolicy),
    tags: Type.Optional(Tags('schedule')),
    upcomingRuns: Type.Optional(
      Type.Array(DateTime('Time of a run.'), {
        maxItems: limits.upcomingRuns,
        description:
          'Times of the next 10 runs, empty while the schedule is paused; only with expand=upcomingRuns.',
      }),
    ),
  },
  {
    title: 'Schedule',
    additionalProperties: false,
    description: 'A schedule with all its items and the requested expansions.',
    examples: Schedule.examples,
  },
);
export type ExpandedSchedule = Static<typeof ExpandedSchedule>;

/** The values of `expand` for a list of schedules. */
export const scheduleListExpansions = ['items', 'lastRuns', ...scheduleExpansions] as const;
export type ScheduleListExpansion = (typeof scheduleListExpansions)[number];

const { items: itemsOfSchedule, ...listedFields } = ExpandedSchedule.properties;

export const LastRun = Type.Object(
  {
    id: Id('Execution ID.'),
    status: ExecutionStatus,
    totalItems: Type.Integer({ minimum: 0, description: 'Number of items.' }),
    failedItems: Type.Integer({ minimum: 0, description: 'Number of items that failed so far.' }),
    uncheckedItems: Type.Integer({
      minimum: 0,
      description:
        'Number of items without a content-change check because the balance was too low when the run started.',
    }),
    trigger: ExecutionTrigger,
    startedAt: DateTime('When the run started.'),
  },
  { title: 'LastRun', additionalProperties: false, description: 'One of the last runs of a schedule.' },
);
export type LastRun = Static<typeof LastRun>;

/** A schedule in a list, without its items, because the items of all schedules would make the response too large. */
export const ListedSchedule = Type.Object(
  {
    ...listedFields,
    itemCount: Type.Integer({ minimum: 0, description: 'Number of items.' }),
    items: Type.Optional({
      ...itemsOfSchedule,
      description: `${itemsOfSchedule.description} Only with expand=items.`,
    }),
    lastRuns: Type.Optional(
      Type.Array(LastRun, {
        maxItems: limits.lastRuns,
        description: `The last ${limits.lastRuns} executions, newest first; only with expand=lastRuns.`,
      }),
    ),
  },
  {
    title: 'ListedSchedule',
    additionalProperties: false,
    description: 'A schedule with the number of its items and the requested expansions.',
    examples: [
      (({ items, ...schedule }) => ({ ...schedule, itemCount: items.length }))(Schedule.examples[0]!),
    ],
  },
);
export type ListedSchedule = Static<typeof ListedSchedule>;

export const SchedulePreview = Type.Object(
  {
    description: Type.String({
      description: 'The timing in words, with the time zone.',
      examples: ['At 09:00, Monday through Friday (Europe/Paris)'],
    }),
    runs: Type.Array(DateTime('Time of a run.'), {
      description:
        "Times of the next runs if the schedule were created now. They exclude jitter, which depends on the schedule's ID.",
    }),
    maxItems: Type.Integer({ minimum: 1, description: 'Maximum number of items in a schedule.' }),
    maxItemsPerRequest: Type.Integer({
      minimum: 1,
      description: 'Maximum number of items that one request can contain.',
    }),
  },
  {
    title: 'SchedulePreview',
    additionalProperties: false,
    description: 'The times at which a schedule would run.',
    examples: [
      {
        description: 'At 09:00, Monday through Friday (Europe/Paris)',
        runs: ['2026-11-23T08:00:00.000Z', '2026-11-24T08:00:00.000Z'],
        maxItems: 1_000,
        maxItemsPerRequest: 100,
      },
    ],
  },
);
export type SchedulePreview = Static<typeof SchedulePreview>;
