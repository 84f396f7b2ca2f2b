import { expect, test, vi } from 'vitest';
import { rejectOnAbort } from './reject-on-abort.ts';
import { retry } from './retry.ts';

/** Work that fails until attempt `n`, which returns its own number. */
const failsUntil = (n: number) =>
  vi.fn(async (attempt: number) => {
    if (attempt < n) throw new Error(`attempt ${attempt}`);
    return attempt;
  });
const anHourMs = 3_600_000;

test('retry runs the work until an attempt succeeds', async () => {
  const delayMs = vi.fn(() => 1);
  await expect(retry(failsUntil(4), { delayMs })).resolves.toBe(4);
  expect(delayMs.mock.calls).toEqual([[1], [2], [3]]);
});

test('retry waits for the delay between attempts', async () => {
  const startedAt = performance.now();
  await retry(failsUntil(3), { delayMs: 20 });
  // A timer may fire up to a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThan(38);
});

test('retry rejects with the last error after the maximum number of attempts', async () => {
  const work = failsUntil(10);
  await expect(retry(work, { delayMs: 0, attempts: 3 })).rejects.toThrow('attempt 3');
  expect(work).toHaveBeenCalledTimes(3);
});

test('retry rejects immediately with an error that must not be retried', async () => {
  const work = failsUntil(10);
  const shouldRetry = (error: unknown) => (error as Error).message === 'attempt 1';
  await expect(retry(work, { delayMs: 0, shouldRetry })).rejects.toThrow('attempt 2');
});

test('retry does not start another attempt after its time limit', async () => {
  const work = failsUntil(10);
  await expect(retry(work, { delayMs: 600, giveUpAfterMs: 500 })).rejects.toThrow('attempt 2');
});

test('retry reports each failure that it retries', async () => {
  const onRetry = vi.fn();
  await retry(failsUntil(3), { delayMs: 0, onRetry });
  expect(onRetry.mock.calls).toEqual([
    [new Error('attempt 1'), 1],
    [new Error('attempt 2'), 2],
  ]);
});

test('an abort ends the delay, and retry rejects with the last error', async () => {
  const stop = new AbortController();
  const onRetry = () => setImmediate(() => stop.abort(new Error('stopping')));
  await expect(retry(failsUntil(10), { delayMs: anHourMs, signal: stop.signal, onRetry })).rejects.toThrow(
    'attempt 1',
  );
});

test('retry makes only the first attempt if the signal has already aborted', async () => {
  const signal = AbortSignal.abort();
  await expect(retry(failsUntil(1), { delayMs: 0, signal })).resolves.toBe(1);
  await expect(retry(failsUntil(2), { delayMs: 0, signal })).rejects.toThrow('attempt 1');
});

test.each([
  ['during an attempt', () => new Promise<never>(() => {})],
  ['during a delay', () => Promise.reject(new Error('failed'))],
])('retry inside rejectOnAbort rejects with the reason of a signal that aborts %s', async (_, work) => {
  const stop = new AbortController();
  const { signal } = stop;
  const stopping = new Error('stopping');
  const result = rejectOnAbort(retry(work, { delayMs: anHourMs, signal }), signal);
  setImmediate(() => stop.abort(stopping));
  await expect(result).rejects.toBe(stopping);
});
