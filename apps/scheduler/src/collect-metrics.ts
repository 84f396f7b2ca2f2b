// Gauges that require the database or the queue. Only the scheduler collects them, when it is scraped, but no more than
// once every `everyMs`.
import type { Database } from '@shotclock/db';
import { sampleFeedCount, summarizeWaiting } from '@shotclock/db/all-accounts';
import type { MetricsRegistry } from '@shotclock/runtime';

const waitingEveryMs = 15_000;
const feedSampleEveryMs = 60_000;

const kinds = { manual: 'MANUAL_SCREENSHOT', scheduled: 'SCHEDULED_SCREENSHOT' } as const;

/** @param options.queued returns the number of jobs in the queue, including active jobs */
export function collectSchedulerMetrics(
  { metrics, addCollector }: Pick<MetricsRegistry<'scheduler'>, 'metrics' | 'addCollector'>,
  { db, queued }: { db: Database; queued: () => Promise<number> },
): void {
  const { capturesWaiting, oldestWaiting, queueJobs, feedCountSamples } = metrics;
  addCollector({
    name: 'waiting_captures',
    everyMs: waitingEveryMs,
    gauges: [capturesWaiting, oldestWaiting],
    async collect() {
      const waiting = await summarizeWaiting(db.orm);
      for (const kind of ['manual', 'scheduled'] as const) {
        const { captures, oldestSeconds } = waiting[kinds[kind]];
        capturesWaiting.set(captures, { kind });
        oldestWaiting.set(oldestSeconds, { kind });
      }
    },
  });
  addCollector({
    name: 'queue',
    everyMs: waitingEveryMs,
    gauges: [queueJobs],
    collect: async () => queueJobs.set(await queued()),
  });
  addCollector({
    name: 'feed_counts',
    everyMs: feedSampleEveryMs,
    gauges: [],
    async collect() {
      const sample = await db.snapshot(sampleFeedCount);
      if (!sample) return;
      feedCountSamples.add(1, { result: sample.counted === sample.recorded ? 'equal' : 'different' });
    },
  });
}
