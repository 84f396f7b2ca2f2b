import { type Static, Type } from '@sinclair/typebox';
import { Comparison, ComparisonBody, defaultComparison } from './comparison.ts';
import { CaptureRequestBody, ScheduleItem } from './item.ts';
import { limits } from './limits.ts';
import { DateTime, Id, Nullable, Words } from './schema.ts';

export const ScheduleStatus = Words(['ACTIVE', 'COMPLETED']);
export const ScheduleType = Words(['ONCE', 'INTERVAL', 'CRON']);
export const IntervalUnit = Words(['MINUTES', 'HOURS', 'DAYS', 'WEEKS', 'MONTHS']);
const intervalValue = Type.Integer({ minimum: 1, maximum: 1_000_000 });

export const Timing = Type.Object(
  {
    type: ScheduleType,
    firstRunAt: Nullable(DateTime('First run time.')),
    intervalValue: Nullable(intervalValue),
    intervalUnit: Nullable(IntervalUnit),
    cronExpression: Nullable(Type.String()),
  },
  { additionalProperties: false, description: 'Timing configuration (specification, section 2.2).' },
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
          description: '5 or 6 fields, or an alias like @hourly.',
          examples: ['*/15 * * * *'],
        }),
      ),
    ),
  },
  { additionalProperties: false },
);
export type TimingBody = Static<typeof TimingBody>;

export const MissedRuns = Words(['run_once', 'skip']);
export const Overlap = Words(['skip', 'allow']);

/** How a schedule behaves beyond its timing (decisions, section 4). */
export const Policy = Type.Object(
  {
    timezone: Type.String({ description: 'IANA time zone.', examples: ['Europe/Paris'] }),
    missedRuns: MissedRuns,
    startingDeadlineSeconds: Nullable(Type.Integer({ minimum: 1, maximum: 31_536_000 })),
    overlap: Overlap,
    endsAt: Nullable(DateTime('No run after this time.')),
    maxRuns: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    jitterSeconds: Type.Integer({ minimum: 0, maximum: 3_600 }),
    autoPauseAfterFailures: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'Pause the schedule after so many of its runs in a row have failed.',
      }),
    ),
    retentionDays: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 36_500,
        description: 'Days that captures are kept; null keeps them.',
      }),
    ),
    detectChanges: Type.Boolean({
      description:
        "Check each capture for changes against the item's previous one; every check has its price.",
    }),
    comparison: Comparison,
  },
  { additionalProperties: false },
);
export type Policy = Static<typeof Policy>;
export const PolicyBody = Type.Partial(Type.Object({ ...Policy.properties, comparison: ComparisonBody }), {
  additionalProperties: false,
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
  autoPauseAfterFailures: null,
  retentionDays: null,
  detectChanges: false,
  comparison: defaultComparison,
};

/** Why a schedule is paused: somebody asked for it, or too many of its runs failed. */
export const PauseReason = Words(['REQUESTED', 'FAILURES']);
export type PauseReason = Static<typeof PauseReason>;

const scheduleFields = {
  id: Id('Schedule ID.'),
  name: Type.String(),
  description: Nullable(Type.String()),
  status: ScheduleStatus,
  schedule: Timing,
  nextRunAt: Nullable(DateTime()),
  lastRunAt: Nullable(DateTime()),
  items: Type.Array(ScheduleItem),
  createdAt: DateTime(),
  updatedAt: DateTime(),
};
export const Schedule = Type.Object(scheduleFields, {
  additionalProperties: false,
  description: 'Specification, section 2.2.',
});
export type Schedule = Static<typeof Schedule>;

const name = Type.String({ minLength: 1, maxLength: limits.scheduleName, pattern: '\\S' });
const description = Nullable(Type.String({ maxLength: limits.scheduleDescription }));

export const CreateScheduleBody = Type.Object(
  {
    name,
    description: Type.Optional(description),
    schedule: TimingBody,
    items: Type.Optional(Type.Array(CaptureRequestBody)),
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
