import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createImageMemory } from './image-memory.ts';

const never = new AbortController().signal;

/** Whether an `acquire` call has resolved by the time all pending callbacks have run. */
async function resolved(acquired: Promise<void>): Promise<boolean> {
  const pending = new Promise<false>((resolve) => setImmediate(resolve, false));
  return Promise.race([acquired.then(() => true), pending]);
}

test('images wait until their bytes are available, in order of arrival', async () => {
  const memory = createImageMemory(100);
  const [first, second, third] = [memory.open(), memory.open(), memory.open()];
  await first.acquire(60, never);
  const larger = second.acquire(70, never);
  const smaller = third.acquire(10, never);
  expect(await resolved(larger)).toBe(false);
  expect(await resolved(smaller)).toBe(false);
  first.reduce(30);
  expect(await resolved(larger)).toBe(true);
  expect(await resolved(smaller)).toBe(false);
  first.release();
  expect(await resolved(smaller)).toBe(true);
});

test('an image that needs more than the capacity has all of the memory to itself', async () => {
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

test('an aborted capture does not delay the captures that follow it', async () => {
  const memory = createImageMemory(100);
  const [first, second, third] = [memory.open(), memory.open(), memory.open()];
  await first.acquire(60, never);
  const ending = new AbortController();
  const aborted = second.acquire(70, ending.signal);
  const behind = third.acquire(40, never);
  ending.abort(new Error('ended'));
  await expect(aborted).rejects.toThrow('ended');
  expect(await resolved(behind)).toBe(true);
});

test('a capture that already holds memory takes precedence over captures that hold none', async () => {
  const memory = createImageMemory(100);
  const [first, second] = [memory.open(), memory.open()];
  await first.acquire(60, never);
  const waiting = second.acquire(80, never);
  const exchanged = first.acquire(90, never);
  expect(await resolved(exchanged)).toBe(true);
  expect(await resolved(waiting)).toBe(false);
  first.release();
  expect(await resolved(waiting)).toBe(true);
});

test('captures that replace their memory never deadlock', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1 })),
      async (captures) => {
        const memory = createImageMemory(100);
        let used = 0;
        const capture = async (sizes: number[]) => {
          const own = memory.open();
          let held = 0;
          for (const bytes of sizes) {
            used -= held;
            await own.acquire(bytes, never);
            used += bytes;
            held = bytes;
            expect(used === bytes || used <= 100).toBe(true);
            await new Promise(setImmediate);
          }
          used -= held;
          own.release();
        };
        await Promise.all(captures.map(capture));
        expect(used).toBe(0);
      },
    ),
  );
});
