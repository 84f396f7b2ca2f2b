import { withDeadline } from '@shotclock/runtime';
import { expect, test } from 'vitest';
import { createImageMemory } from './image-memory.ts';
import { outsideDeadline } from './outside-deadline.ts';

const never = new AbortController().signal;

test('a wait for memory does not count toward the deadline, and fails with worker_memory_busy at its own limit', async () => {
  const memory = createImageMemory(100);
  const other = memory.open();
  await other.acquire(60, never);
  using deadline = withDeadline(undefined, 50);
  const waiting = outsideDeadline(memory.open(), { deadline, maxMs: 50 });
  await expect(waiting.acquire(70, deadline.signal)).rejects.toMatchObject({
    name: 'CaptureError',
    code: 'worker_memory_busy',
    message: "Large images of other captures occupied the worker's memory for 0.05 s.",
  });
  expect(deadline.signal.aborted).toBe(false);
  other.release();
  await waiting.acquire(70, deadline.signal);
});

test('rejects an aborted wait with the abort reason', async () => {
  const memory = createImageMemory(100);
  await memory.open().acquire(100, never);
  using deadline = withDeadline(undefined, 60_000);
  const stopping = new AbortController();
  const waiting = outsideDeadline(memory.open(), { deadline, maxMs: 60_000 }).acquire(1, stopping.signal);
  stopping.abort(new Error('stopping'));
  await expect(waiting).rejects.toThrow('stopping');
});
