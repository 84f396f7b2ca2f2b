import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BulkProgress, type Outcome, runBulk, type Target } from './run-bulk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const targets = (count: number): Target[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Schedule ${index + 1}` }));

/** Runs a bulk action whose requests take 10 ms each. */
function start(count: number, answer: (target: Target, attempt: number) => Outcome) {
  const sent: { id: number; at: number }[] = [];
  const seen: BulkProgress[] = [];
  const cancel = new AbortController();
  const began = Date.now();
  const result = runBulk(targets(count), {
    async send(target) {
      sent.push({ id: target.id, at: Date.now() - began });
      const attempt = sent.filter(({ id }) => id === target.id).length;
      await new Promise((resolve) => setTimeout(resolve, 10));
      return answer(target, attempt);
    },
    onProgress: (progress) => seen.push(progress),
    signal: cancel.signal,
  });
  return { result, sent, seen, cancel };
}

test('sends one request per target and reports a reason for each failure', async () => {
  const { result, sent, seen } = start(300, ({ id }) =>
    id % 100 === 0 ? { reason: 'is completed' } : 'done',
  );
  await vi.runAllTimersAsync();
  const { done, failures } = await result;
  expect(done).toBe(297);
  expect(failures.map(({ id, reason }) => [id, reason])).toEqual([
    [100, 'is completed'],
    [200, 'is completed'],
    [300, 'is completed'],
  ]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
  expect(seen).toHaveLength(300);
});

test('rejected requests are retried only after the requested pause', async () => {
  const { result, sent, seen } = start(20, ({ id }, attempt) =>
    id === 3 && attempt === 1 ? { retryAfterMs: 7_000, reason: 'too many' } : 'done',
  );
  await vi.runAllTimersAsync();
  expect(await result).toMatchObject({ done: 20, failures: [], pausedUntil: null });
  expect(sent.filter(({ at }) => at > 20 && at < 7_000)).toEqual([]);
  expect(sent.filter(({ id }) => id === 3)).toHaveLength(2);
  expect(seen.some(({ pausedUntil }) => pausedUntil !== null)).toBe(true);
});

test('a requested pause of several hours ends the action and fails the remaining requests with the reason', async () => {
  const { result, sent } = start(50, ({ id }) =>
    id > 10 ? { retryAfterMs: 3_600_000, reason: 'limit of the day' } : 'done',
  );
  await vi.runAllTimersAsync();
  const { done, failures } = await result;
  expect(done).toBe(10);
  expect(failures).toHaveLength(40);
  expect(sent.length).toBeLessThan(20);
});

test('an action that is canceled during a pause sends no further requests', async () => {
  const { result, sent, cancel } = start(50, ({ id }) =>
    id > 10 ? { retryAfterMs: 60_000, reason: 'too many' } : 'done',
  );
  await vi.advanceTimersByTimeAsync(1_000);
  const before = sent.length;
  cancel.abort();
  await vi.runAllTimersAsync();
  expect(await result).toMatchObject({ done: 10, failures: [] });
  expect(sent).toHaveLength(before);
});
