import { type Static, Type } from '@sinclair/typebox';
import { CaptureOptions, CaptureOptionsBody } from '../captures/capture-options.ts';
import { Comparison, ComparisonBody, defaultComparison } from '../items/comparison.ts';
import { ItemDefaults, ItemDefaultsBody } from '../items/item-defaults.ts';
import { DateTime, Nullable, StringEnum } from '../schema.ts';

export const MissedRuns = StringEnum(['run_once', 'skip'], {
  title: 'MissedRuns',
  description:
    'What happens after missed runs. run_once: one run replaces all of them. skip: missed runs are not run later.',
});
export const Overlap = StringEnum(['skip', 'allow'], {
  title: 'Overlap',
  description:
    'What happens to a run if the previous run is still active. skip: the run does not start. allow: both run at the same time.',
});

const fields = {
  timezone: Type.String({
    maxLength: 64,
    description: 'IANA time zone for days, weeks, months and cron fields; UTC when omitted.',
    examples: ['Europe/Paris'],
  }),
  missedRuns: MissedRuns,
  startingDeadlineSeconds: Type.Integer({
    minimum: 1,
    maximum: 31_536_000,
    description:
      'A run that would start more than this number of seconds late counts as missed. Null means one minute.',
  }),
  overlap: Overlap,
  endsAt: DateTime('Time of the last possible run, inclusive.'),
  maxRuns: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Maximum number of scheduled runs. Manual and skipped runs are not counted.',
  }),
  jitterSeconds: Type.Integer({
    minimum: 0,
    maximum: 3_600,
    description:
      'Delays every run by a fixed offset between 0 and this number of seconds. The offset depends only on the schedule.',
  }),
  autoPauseAfterFailures: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'Number of consecutive failed runs after which the schedule is paused; null for never.',
  }),
  retentionDays: Type.Integer({
    minimum: 1,
    maximum: 36_500,
    description:
      'Number of days for which finished captures are kept. Null means the default of the service (RETENTION_DAYS); without a default, captures are kept forever.',
  }),
  detectChanges: Type.Boolean({
    description:
      'Whether each capture is compared with the previous capture of its item. Every content-change check costs credits.',
  }),
};

/** Decisions, section 4. */
export const Policy = Type.Object(
  {
    timezone: fields.timezone,
    missedRuns: fields.missedRuns,
    startingDeadlineSeconds: Nullable(fields.startingDeadlineSeconds),
    overlap: fields.overlap,
    endsAt: Nullable(fields.endsAt),
    maxRuns: Nullable(fields.maxRuns),
    jitterSeconds: fields.jitterSeconds,
    autoPauseAfterFailures: Nullable(fields.autoPauseAfterFailures),
    retentionDays: Nullable(fields.retentionDays),
    detectChanges: fields.detectChanges,
    comparison: Comparison,
    options: Nullable(CaptureOptions),
    defaults: Nullable(ItemDefaults),
  },
  { additionalProperties: false },
);
export type Policy = Static<typeof Policy>;

const optional = Type.Optional;

/** A policy in a request. Null stands for the default of a field. */
export const PolicyBody = Type.Object(
  {
    timezone: optional(Nullable(fields.timezone)),
    missedRuns: optional(Nullable(fields.missedRuns)),
    startingDeadlineSeconds: optional(Nullable(fields.startingDeadlineSeconds)),
    overlap: optional(Nullable(fields.overlap)),
    endsAt: optional(Nullable(fields.endsAt)),
    maxRuns: optional(Nullable(fields.maxRuns)),
    jitterSeconds: optional(Nullable(fields.jitterSeconds)),
    autoPauseAfterFailures: optional(Nullable(fields.autoPauseAfterFailures)),
    retentionDays: optional(Nullable(fields.retentionDays)),
    detectChanges: optional(Nullable(fields.detectChanges)),
    comparison: optional(Nullable(ComparisonBody)),
    options: optional(Nullable(CaptureOptionsBody)),
    defaults: optional(Nullable(ItemDefaultsBody)),
  },
  {
    title: 'PolicyRequest',
    additionalProperties: false,
    examples: [{ timezone: 'Europe/Paris' }],
    description:
      'How the schedule behaves apart from its timing. A null field gets its default. An omitted field gets its default in a ' +
      'new schedule and keeps its value in an update.',
  },
);
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
  options: null,
  defaults: null,
};

export const PauseReason = StringEnum(['REQUESTED', 'FAILURES', 'ERROR'], {
  title: 'PauseReason',
  description:
    'Why the schedule is paused. REQUESTED: by a client. FAILURES: too many consecutive failed runs (autoPauseAfterFailures). ' +
    'ERROR: a run could not be started because of the schedule itself; the last execution contains the reason.',
});
export type PauseReason = Static<typeof PauseReason>;
