import { type Static, Type } from '@sinclair/typebox';
import { DateTime, Id, Nullable, Words } from './schema.ts';

export const ExecutionStatus = Words(['PROCESSING', 'COMPLETED', 'FAILED'], {
  title: 'ExecutionStatus',
  description:
    'PROCESSING until every item is settled; then COMPLETED when at least one succeeded or there were none, else FAILED.',
});

export const ScheduleExecution = Type.Object(
  {
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
  },
  {
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
  },
);
export type ScheduleExecution = Static<typeof ScheduleExecution>;
