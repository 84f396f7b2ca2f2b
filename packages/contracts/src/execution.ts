import { type Static, Type } from '@sinclair/typebox';
import { DateTime, Id, Nullable, Words } from './schema.ts';

export const ExecutionStatus = Words(['PROCESSING', 'COMPLETED', 'FAILED']);

/** What started an execution: its scheduled time, a person, or a person who wants the failed items of another again. */
export const ExecutionTrigger = Words(['SCHEDULE', 'MANUAL', 'RETRY']);
export type ExecutionTrigger = Static<typeof ExecutionTrigger>;

export const ScheduleExecution = Type.Object(
  {
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
  },
  { additionalProperties: false, description: 'Specification, section 2.3.' },
);
export type ScheduleExecution = Static<typeof ScheduleExecution>;
