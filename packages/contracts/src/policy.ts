import { type Static, Type } from '@sinclair/typebox';
import { Comparison, ComparisonBody, defaultComparison } from './comparison.ts';
import { DateTime, Nullable, StringEnum } from './schema.ts';

export const MissedRuns = StringEnum(['run_once', 'skip'], {
  title: 'MissedRuns',
  description: 'What becomes of runs that were missed: one run makes up for all of them, or none does.',
});
export const Overlap = StringEnum(['skip', 'allow'], {
  title: 'Overlap',
  description: 'What becomes of a run while one before it still goes on: it is skipped, or runs beside it.',
});

const fields = {
  timezone: Type.String({
    maxLength: 64,
    description: 'IANA time zone of days, weeks, months and cron fields.',
    examples: ['Europe/Paris'],
  }),
  missedRuns: MissedRuns,
  startingDeadlineSeconds: Type.Integer({
    minimum: 1,
    maximum: 31_536_000,
    description: 'A run that starts later than this counts as missed; null: one minute.',
  }),
  overlap: Overlap,
  endsAt: DateTime('No run after this time; one that falls on it runs.'),
  maxRuns: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Runs in all, without those by hand and those that were skipped.',
  }),
  jitterSeconds: Type.Integer({
    minimum: 0,
    maximum: 3_600,
    description: 'Every run is late by a share of this that depends on the schedule alone.',
  }),
  autoPauseAfterFailures: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'Pause the schedule after so many of its runs in a row have failed.',
  }),
  retentionDays: Type.Integer({
    minimum: 1,
    maximum: 36_500,
    description:
      "Days that captures are kept once they are finished; null: as long as the service's default says (RETENTION_DAYS), for ever without one.",
  }),
  detectChanges: Type.Boolean({
    description: "Check each capture for changes against the item's previous one; every check has its price.",
  }),
};

/** How a schedule behaves beyond its timing (decisions, section 4). */
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
  },
  { additionalProperties: false },
);
export type Policy = Static<typeof Policy>;

const optional = Type.Optional;

/** What a request may say of a policy: a null stands for the field's default. */
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
  },
  {
    title: 'PolicyRequest',
    additionalProperties: false,
    examples: [{ timezone: 'Europe/Paris' }],
    description:
      'How the schedule behaves beyond its timing. A null stands for the default; what is left out has its default in a new ' +
      'schedule, and stays as it is in one that is changed.',
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
};

/** Why a schedule is paused: somebody asked for it, or too many of its runs failed. */
export const PauseReason = StringEnum(['REQUESTED', 'FAILURES'], {
  title: 'PauseReason',
  description: 'Somebody asked for it, or too many runs in a row failed (autoPauseAfterFailures).',
});
export type PauseReason = Static<typeof PauseReason>;
