import { ExpandedExecution, type ScheduleExecution } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';

/** The answer to what starts an execution: as yet none of its items is settled. */
export const StartedExecution = Type.Unsafe<ScheduleExecution>({
  ...ExpandedExecution,
  description: 'The execution, which has begun.',
  examples: [
    {
      ...ExpandedExecution.examples[0],
      status: 'PROCESSING',
      successfulItems: 0,
      failedItems: 0,
      completedAt: null,
      processingTimeMs: 0,
    },
  ],
});
