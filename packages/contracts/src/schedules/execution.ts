import { type Static, Type } from '@sinclair/typebox';
import { UnexpectedCounts } from '../captures/page-record.ts';
import { DateTime, Id, Nullable, StringEnum } from '../schema.ts';

/** The values of `expand` for an execution. */
export const executionExpansions = ['outcome'] as const;
export type ExecutionExpansion = (typeof executionExpansions)[number];

export const ExecutionStatus = StringEnum(['PROCESSING', 'COMPLETED', 'FAILED'], {
  title: 'ExecutionStatus',
  description:
    'PROCESSING until every capture is settled. Then COMPLETED if at least one succeeded or there were no items, otherwise FAILED.',
});
export type ExecutionStatus = Static<typeof ExecutionStatus>;

export const ExecutionTrigger = StringEnum(['SCHEDULE', 'MANUAL', 'RETRY'], {
  title: 'ExecutionTrigger',
  description:
    'What started the run. SCHEDULE: its scheduled time. MANUAL: a request. RETRY: a request to retry the failed items of another execution.',
});
export type ExecutionTrigger = Static<typeof ExecutionTrigger>;

const executionFields = {
  id: Id('Execution ID.'),
  status: ExecutionStatus,
  totalItems: Type.Integer({ minimum: 0, description: 'Number of items.' }),
  successfulItems: Type.Integer({ minimum: 0, description: 'Number of items captured so far.' }),
  failedItems: Type.Integer({ minimum: 0, description: 'Number of items that failed so far.' }),
  startedAt: DateTime('When the run started.'),
  completedAt: Nullable(DateTime('When the last item was settled; null while the run is active.')),
  processingTimeMs: Type.Integer({
    minimum: 0,
    description: 'Milliseconds from start to end, or until now while the run is active.',
  }),
  createdAt: DateTime('When the execution was created.'),
};
export const ScheduleExecution = Type.Object(executionFields, {
  title: 'ScheduleExecution',
  additionalProperties: false,
  description: 'One run of a schedule.',
  examples: [
    {
      id: 1,
      status: 'COMPLETED',
      totalItems: 4,
      successfulItems: 3,
      failedItems: 1,
      startedAt: '2026-11-21T09:00:00.012Z',
      completedAt: '2026-11-21T09:00:04.512Z',
      processingTimeMs: 4_500,
      createdAt: '2026-11-21T09:00:00.012Z',
    },
  ],
});
export type ScheduleExecution = Static<typeof ScheduleExecution>;

export const ExecutionOutcome = Type.Object(
  {
    scheduleId: Id('Schedule that ran.'),
    trigger: ExecutionTrigger,
    scheduledFor: Nullable(DateTime('Scheduled time of the run; null unless the trigger is SCHEDULE.')),
    reason: Nullable(
      Type.String({
        description:
          'Why the run was skipped, which earlier runs were missed, or how many items have no content-change check.',
      }),
    ),
    uncheckedItems: Type.Integer({
      minimum: 0,
      description:
        'Number of items that are captured without a content-change check because the balance was too low when the run started.',
    }),
    verdicts: UnexpectedCounts,
    retryOf: Nullable(Id('Execution whose failed items this one captures again.')),
  },
  {
    title: 'ExecutionOutcome',
    additionalProperties: false,
    description: 'Cause and outcome of a run; only with expand=outcome.',
  },
);
export type ExecutionOutcome = Static<typeof ExecutionOutcome>;

export const ExpandedExecution = Type.Object(
  { ...executionFields, outcome: Type.Optional(ExecutionOutcome) },
  {
    title: 'ScheduleExecution',
    additionalProperties: false,
    description: 'One run of a schedule with the requested expansions.',
    examples: ScheduleExecution.examples,
  },
);
export type ExpandedExecution = Static<typeof ExpandedExecution>;
