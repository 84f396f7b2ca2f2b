import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimeoutError, withTimeout } from './with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => {});

test('withTimeout returns the result of work that finishes in time, and clears its timer', async () => {
  await expect(withTimeout(Promise.resolve(7), 1_000)).resolves.toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});

test('withTimeout passes on the rejection of work that fails in time, and clears its timer', async () => {
  await expect(withTimeout(Promise.reject(new Error('failed')), 1_000)).rejects.toThrow('failed');
  expect(vi.getTimerCount()).toBe(0);
});

test('withTimeout rejects with a TimeoutError after the timeout, but not earlier', async () => {
  let settled = false;
  const result = withTimeout(never, 1_000).finally(() => {
    settled = true;
  });
  const rejected = expect(result).rejects.toEqual(new TimeoutError(1_000));
  await vi.advanceTimersByTimeAsync(999);
  expect(settled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await rejected;
});

test('withTimeout resolves with the fallback after the timeout, even if the fallback is undefined', async () => {
  const named = withTimeout(never, 1_000, { fallback: 'timed out' });
  const undefinedFallback = withTimeout(never, 1_000, { fallback: undefined });
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(named).resolves.toBe('timed out');
  await expect(undefinedFallback).resolves.toBeUndefined();
});

test('withTimeout ignores a rejection of the work after the timeout', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const work = Promise.withResolvers<never>();
  const result = withTimeout(work.promise, 1_000, { fallback: null });
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(result).resolves.toBeNull();
  work.reject(new Error('too late'));
  vi.useRealTimers();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
