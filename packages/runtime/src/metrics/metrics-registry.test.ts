import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { createMetricsRegistry } from './metrics-registry.ts';

/** The value of a sample, for example `name{label="value"}`; undefined if the sample is missing. */
async function sample(registry: { text(): Promise<string> }, series: string): Promise<number | undefined> {
  const line = (await registry.text()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

test('an app exposes exactly the metrics that the table assigns to it', async () => {
  const text = await createMetricsRegistry('scheduler').text();
  expect(text).toContain('# TYPE shotclock_run_lag_seconds histogram');
  expect(text).toMatch(/^shotclock_build_info\{app="scheduler",version="[\d.]+"\} 1$/m);
  expect(text).not.toContain('shotclock_claims_total');
});

test('counters and histograms with closed label sets start at 0, and gauges have no initial value', async () => {
  const registry = createMetricsRegistry('worker');
  expect(await sample(registry, 'shotclock_captures_settled_total{outcome="page_crashed"}')).toBe(0);
  expect(await sample(registry, 'shotclock_capture_step_duration_seconds_count{step="store"}')).toBe(0);
  expect(await sample(registry, 'shotclock_leases_lost_total')).toBe(0);
  expect(await sample(registry, 'shotclock_browser_memory_bytes')).toBeUndefined();
});

test('events appear under their labels', async () => {
  const registry = createMetricsRegistry('worker');
  registry.metrics.settled.add(2, { outcome: 'success' });
  registry.metrics.settled.add(1, { outcome: 'success' });
  registry.metrics.stepDuration.observe(0.03, { step: 'navigate' });
  registry.metrics.captureSlots.set(4);
  expect(await sample(registry, 'shotclock_captures_settled_total{outcome="success"}')).toBe(3);
  expect(await sample(registry, 'shotclock_capture_step_duration_seconds_sum{step="navigate"}')).toBe(0.03);
  expect(
    await sample(registry, 'shotclock_capture_step_duration_seconds_bucket{le="0.05",step="navigate"}'),
  ).toBe(1);
  expect(await sample(registry, 'shotclock_capture_slots')).toBe(4);
});

test('a collector runs on scrapes, at most once per interval, and once for concurrent scrapes', async () => {
  const registry = createMetricsRegistry('scheduler');
  let runs = 0;
  registry.addCollector({
    name: 'queue',
    everyMs: 60_000,
    gauges: [registry.metrics.queueJobs],
    collect: async () => {
      runs += 1;
      registry.metrics.queueJobs.set(runs);
    },
  });
  expect(runs).toBe(0);
  await Promise.all([registry.text(), registry.text()]);
  expect(await sample(registry, 'shotclock_queue_jobs')).toBe(1);
});

test('the values of a failing collector are missing, and the failure is counted and reported', async () => {
  const failures: unknown[] = [];
  const registry = createMetricsRegistry('scheduler', { onFailure: (...failure) => failures.push(failure) });
  const { capturesWaiting } = registry.metrics;
  const error = new Error('the database is down');
  let works = true;
  registry.addCollector({
    name: 'waiting_captures',
    everyMs: 0,
    gauges: [capturesWaiting],
    collect: () => {
      if (!works) throw error;
      capturesWaiting.set(7, { kind: 'manual' });
    },
  });
  expect(await sample(registry, 'shotclock_captures_waiting{kind="manual"}')).toBe(7);
  works = false;
  await expect
    .poll(() => sample(registry, 'shotclock_captures_waiting{kind="manual"}'), { interval: 5 })
    .toBeUndefined();
  const build = `shotclock_build_info{app="scheduler",version="${manifest.version}"}`;
  expect(await sample(registry, build)).toBe(1);
  expect(failures[0]).toEqual(['waiting_captures', error]);
});
