import type { ExecutionRow } from '@shotclock/db';
import type { Span, Tracer } from '@shotclock/runtime';
import { expect, test } from 'vitest';
import { createDispatchSpans } from './dispatch-spans.ts';

/** A tracer that records what happens to its spans. */
function recordingTracer() {
  const events: string[] = [];
  const tracer: Tracer = {
    startSpan(name, { attributes = {} }) {
      const id = `${name} ${attributes['shotclock.execution.id']}`;
      const ignore = () => {};
      const span: Span = {
        ...{ traceId: id, traceParent: `parent ${id}`, set: ignore },
        startChild: () => span,
        fail: (type) => void events.push(`${id} failed: ${type}`),
        end: () => void events.push(`${id} ended`),
      };
      return span;
    },
    close: async () => {},
  };
  return { tracer, events };
}

const executions = [
  { id: 5, scheduleId: 1 },
  { id: 6, scheduleId: 2 },
] as ExecutionRow[];

test('each execution has its own trace, which ends with the transaction', () => {
  const { tracer, events } = recordingTracer();
  const spans = createDispatchSpans(tracer);
  expect(spans.start(executions)).toEqual({ 5: 'parent dispatch 5', 6: 'parent dispatch 6' });
  expect(events).toEqual([]);
  spans.end();
  expect(events).toEqual(['dispatch 5 ended', 'dispatch 6 ended']);
});

test('a transaction that fails is an error of its spans', () => {
  const { tracer, events } = recordingTracer();
  const spans = createDispatchSpans(tracer);
  spans.start(executions.slice(1));
  spans.end(Object.assign(new Error('duplicate key (secret)'), { code: '23505' }));
  expect(events).toEqual(['dispatch 6 failed: 23505', 'dispatch 6 ended']);
});
