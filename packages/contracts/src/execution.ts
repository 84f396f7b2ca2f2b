import { type Static, Type } from '@sinclair/typebox';
import { DateTime, Id, Nullable, StringEnum } from './schema.ts';

/** What `expand` may ask of an execution. */
export const executionExpansions = ['outcome'] as const;
export type ExecutionExpansion = (typeof executionExpansions)[number];

export const ExecutionStatus = StringEnum(['PROCESSING', 'COMPLETED', 'FAILED'], {
  title: 'ExecutionStatus',
  description:
    'PROCESSING until every item is settled; then COMPLETED when at least one succeeded or there were none, else FAILED.',
});

/** What started an execution: its scheduled time, a person, or a person who wants the failed items of another again. */
export const ExecutionTrigger = StringEnum(['SCHEDULE', 'MANUAL', 'RETRY'], {
  title: 'ExecutionTrigger',
  description: 'What started the run: its scheduled time, a person, or a retry of what failed in another.',
});
export type ExecutionTrigger = Static<typeof ExecutionTrigger>;

const executionFields = {
  id: Id('Execution ID.'),
  status: ExecutionStatus,
  totalItems: Type.Integer({ minimum: 0, description: 'Items attempted.' }),
  successfulItems: Type.Integer({ minimum: 0, description: 'Items captured so far.' }),
  failedItems: Type.Integer({ minimum: 0, description: 'Items that failed so far.' }),
  startedAt: DateTime('When the run began.'),
  completedAt: Nullable(DateTime('When the last item was settled; null while running.')),
  processingTimeMs: Type.Integer({
    minimum: 0,
    description: 'Milliseconds from start to end; while running, the time so far.',
  }),
  createdAt: DateTime('Execution creation time.'),
};
export const ScheduleExecution = Type.Object(executionFields, {
  title: 'ScheduleExecution',
  additionalProperties: false,
  description: 'One run of a schedule (specification, section 2.3).',
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

/** Why an execution is there, and why it is as it is. */
export const ExecutionOutcome = Type.Object(
  {
    scheduleId: Id('The schedule that ran.'),
    trigger: ExecutionTrigger,
    scheduledFor: Nullable(
      DateTime('The time of the schedule that the run stands for; null for one by hand.'),
    ),
    reason: Nullable(
      Type.String({ description: 'Why the run did not take place, or which runs before it were missed.' }),
    ),
    retryOf: Nullable(Id('The execution whose failed items this one captures again.')),
  },
  {
    title: 'ExecutionOutcome',
    additionalProperties: false,
    description: 'With expand=outcome: why the execution is there, and why it is as it is.',
  },
);
export type ExecutionOutcome = Static<typeof ExecutionOutcome>;

/** An execution, and with `expand=outcome` its outcome. */
export const ExpandedExecution = Type.Object(
  { ...executionFields, outcome: Type.Optional(ExecutionOutcome) },
  {
    title: 'ScheduleExecution',
    additionalProperties: false,
    description: 'One run of a schedule (specification, section 2.3), and what expand asked for.',
    examples: ScheduleExecution.examples,
  },
);
export type ExpandedExecution = Static<typeof ExpandedExecution>;
