import { ExpandedExecution, type ScheduleExecution } from '@shotclock/contracts';
import { Type } from '@sinclair/typebox';

/** The response schema of routes that start an execution. */
export const StartedExecution = Type.Unsafe<ScheduleExecution>({
  ...ExpandedExecution,
  description: 'The execution, which has started.',
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
