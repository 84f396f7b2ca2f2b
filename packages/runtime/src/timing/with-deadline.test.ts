import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DeadlineError, withDeadline } from './with-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a deadline aborts its signal with a DeadlineError after its time, but not earlier', () => {
  using deadline = withDeadline(undefined, 1_000);
  vi.advanceTimersByTime(999);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.reason).toEqual(new DeadlineError(1_000));
});

test("a deadline aborts with its parent's reason if the parent aborts first", () => {
  const parent = new AbortController();
  const stopping = new Error('stopping');
  using deadline = withDeadline(parent.signal, 1_000);
  parent.abort(stopping);
  vi.advanceTimersByTime(1_000);
  expect(deadline.signal.reason).toBe(stopping);
});

test('a deadline whose parent has already aborted aborts immediately', () => {
  const stopping = new Error('stopping');
  using deadline = withDeadline(AbortSignal.abort(stopping), 1_000);
  expect(deadline.signal.reason).toBe(stopping);
});

test('a disposed deadline has no timer and ignores its parent', () => {
  const parent = new AbortController();
  const deadline = withDeadline(parent.signal, 1_000);
  deadline[Symbol.dispose]();
  expect(vi.getTimerCount()).toBe(0);
  parent.abort();
  expect(deadline.signal.aborted).toBe(false);
});

test('a paused deadline keeps its remaining time', () => {
  using deadline = withDeadline(undefined, 1_000);
  vi.advanceTimersByTime(400);
  const paused = deadline.pause();
  vi.advanceTimersByTime(5_000);
  expect(deadline.remainingMs()).toBe(600);
  paused[Symbol.dispose]();
  vi.advanceTimersByTime(599);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.reason).toEqual(new DeadlineError(1_000));
});

test('disposing of a paused deadline leaves no timer', () => {
  const deadline = withDeadline(undefined, 1_000);
  const paused = deadline.pause();
  deadline[Symbol.dispose]();
  paused[Symbol.dispose]();
  expect(vi.getTimerCount()).toBe(0);
});
