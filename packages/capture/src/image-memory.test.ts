import { expect, test } from 'vitest';
import { createImageMemory } from './image-memory.ts';

const never = new AbortController().signal;

/** Whether an `acquire` has resolved, after all callbacks that are due. */
async function resolved(acquired: Promise<void>): Promise<boolean> {
  const pending = new Promise<false>((resolve) => setImmediate(resolve, false));
  return Promise.race([acquired.then(() => true), pending]);
}

test('images wait until their bytes are available, in the order of their arrival', async () => {
  const memory = createImageMemory(100);
  const [first, second, third] = [memory.open(), memory.open(), memory.open()];
  await first.acquire(60, never);
  const larger = second.acquire(70, never);
  const smaller = third.acquire(10, never);
  expect(await resolved(larger)).toBe(false);
  expect(await resolved(smaller)).toBe(false);
  expect(second.waiting).toBe(true);
  first.reduce(30);
  expect(await resolved(larger)).toBe(true);
  expect(await resolved(smaller)).toBe(false);
  first.release();
  expect(await resolved(smaller)).toBe(true);
});

test('an image that needs more than the capacity is alone', async () => {
  const memory = createImageMemory(100);
  const [small, large, other] = [memory.open(), memory.open(), memory.open()];
  await small.acquire(1, never);
  const alone = large.acquire(500, never);
  expect(await resolved(alone)).toBe(false);
  small.release();
  small.release();
  expect(await resolved(alone)).toBe(true);
  const next = other.acquire(1, never);
  expect(await resolved(next)).toBe(false);
  large.release();
  expect(await resolved(next)).toBe(true);
});

test('an aborted capture does not hold up those behind it', async () => {
  const memory = createImageMemory(100);
  const [first, second, third] = [memory.open(), memory.open(), memory.open()];
  await first.acquire(60, never);
  const ending = new AbortController();
  const aborted = second.acquire(70, ending.signal);
  const behind = third.acquire(40, never);
  ending.abort(new Error('ended'));
  await expect(aborted).rejects.toThrow('ended');
  expect(second.waiting).toBe(true);
  expect(await resolved(behind)).toBe(true);
});
