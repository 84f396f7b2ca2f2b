import { type Static, Type } from '@sinclair/typebox';
import { DateTime, Id, Nullable, Words } from './schema.ts';

/** What `expand` may ask of an execution. */
export const executionExpansions = ['outcome'] as const;
export type ExecutionExpansion = (typeof executionExpansions)[number];

export const ExecutionStatus = Words(['PROCESSING', 'COMPLETED', 'FAILED']);

/** What started an execution: its scheduled time, a person, or a person who wants the failed items of another again. */
export const ExecutionTrigger = Words(['SCHEDULE', 'MANUAL', 'RETRY']);
export type ExecutionTrigger = Static<typeof ExecutionTrigger>;

const executionFields = {
  id: Id('Execution ID.'),
  status: ExecutionStatus,
  totalItems: Type.Integer({ minimum: 0, description: 'Items attempted.' }),
  successfulItems: Type.Integer({ minimum: 0 }),
  failedItems: Type.Integer({ minimum: 0 }),
  startedAt: DateTime(),
  completedAt: Nullable(DateTime()),
  processingTimeMs: Type.Integer({
    minimum: 0,
    description: 'Milliseconds from start to end; while running, the time so far.',
  }),
  createdAt: DateTime(),
};
export const ScheduleExecution = Type.Object(executionFields, {
  additionalProperties: false,
  description: 'Specification, section 2.3.',
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
  { additionalProperties: false },
);
export type ExecutionOutcome = Static<typeof ExecutionOutcome>;

/** An execution, and with `expand=outcome` its outcome. */
export const ExpandedExecution = Type.Object(
  { ...executionFields, outcome: Type.Optional(ExecutionOutcome) },
  { additionalProperties: false, description: 'Specification, section 2.3; `outcome` with expand=outcome.' },
);
export type ExpandedExecution = Static<typeof ExpandedExecution>;
