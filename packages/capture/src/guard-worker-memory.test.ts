import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorkerMemoryGuard } from './guard-worker-memory.ts';

const mebibyte = 1_024 * 1_024;
const warnings: string[] = [];
const log = (_details: object, message: string) => void warnings.push(message);
const logger = { debug: log, info: log, warn: log, error: log };
/** A limit that the test process exceeds. A single capture may hold a quarter of this limit. */
const limitBytes = 80 * mebibyte;

beforeEach(() => {
  warnings.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function include(guard: ReturnType<typeof createWorkerMemoryGuard>, keptBytes: number) {
  const fail = vi.fn();
  return { fail, entry: guard.include({ keptBytes: () => keptBytes, fail }) };
}

test('fails only the capture that holds the most memory, until its memory can be freed', () => {
  const guard = createWorkerMemoryGuard({ limitBytes, captures: 2, logger });
  const guilty = include(guard, 400 * mebibyte);
  const other = include(guard, 300 * mebibyte);
  vi.advanceTimersByTime(2_000);
  expect(guilty.fail).toHaveBeenCalledOnce();
  expect(guilty.fail.mock.calls[0]![0]).toMatchObject({ code: 'worker_memory_exceeded' });
  expect(other.fail).not.toHaveBeenCalled();
  guilty.entry[Symbol.dispose]();
  vi.advanceTimersByTime(2_000);
  expect(other.fail).toHaveBeenCalledOnce();
  other.entry[Symbol.dispose]();
});

test('never fails a capture that holds less than its share', () => {
  const guard = createWorkerMemoryGuard({ limitBytes, captures: 1, logger });
  const { fail, entry } = include(guard, 18 * mebibyte);
  vi.advanceTimersByTime(2_000);
  expect(fail).not.toHaveBeenCalled();
  expect(warnings).toHaveLength(1);
  entry[Symbol.dispose]();
});
