import type { CaptureJob } from '@shotclock/queue';
import { errorType, runInSpan, type Span, type Tracer } from '@shotclock/runtime';

/**
 * Runs a job as a span that continues the trace of the request or the dispatch that started the capture; each attempt is a child of it.
 * The steps of the capture are its children. Without a tracer, `work` runs without a span.
 */
export async function runJobSpan(
  tracer: Tracer | null,
  { screenshotId, attempt, traceParent }: CaptureJob,
  queue: string,
  work: (span?: Span) => Promise<void>,
): Promise<void> {
  if (!tracer) return work();
  const span = tracer.startSpan('capture', {
    kind: 'consumer',
    parent: traceParent,
    attributes: {
      'shotclock.capture.id': screenshotId,
      'shotclock.attempt': attempt,
      'shotclock.queue': queue,
    },
  });
  try {
    await runInSpan(span, () => work(span));
  } catch (error) {
    span.fail(errorType(error));
    throw error;
  } finally {
    span.end();
  }
}
