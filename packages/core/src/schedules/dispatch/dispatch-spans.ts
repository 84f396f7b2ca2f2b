import type { ExecutionRow } from '@shotclock/db';
import { errorType, type Span, type Tracer } from '@shotclock/runtime';

export type DispatchSpans = {
  /** Starts a trace for each execution. Returns the `traceparent` of each, by execution ID. */
  start(executions: readonly ExecutionRow[]): Record<number, string>;
  /** Ends the spans, as failed if there is an error. */
  end(error?: unknown): void;
};

/** The traces of the runs in a batch, which the workers continue. Without a tracer, there are none. */
export function createDispatchSpans(tracer: Tracer | null | undefined): DispatchSpans {
  let spans: Span[] = [];
  return {
    start(executions) {
      if (!tracer) return {};
      const started = executions.map(({ id, scheduleId }) => {
        const attributes = { 'shotclock.schedule.id': scheduleId, 'shotclock.execution.id': id };
        return { id, span: tracer.startSpan('dispatch', { kind: 'producer', attributes }) };
      });
      spans = started.map(({ span }) => span);
      return Object.fromEntries(started.map(({ id, span }) => [id, span.traceParent]));
    },
    end(error) {
      for (const span of spans) {
        if (error !== undefined) span.fail(errorType(error));
        span.end();
      }
    },
  };
}
