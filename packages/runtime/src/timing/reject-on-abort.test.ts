import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { rejectOnAbort } from './reject-on-abort.ts';

const never = new Promise<never>(() => {});
const stopping = new Error('stopping');

test("rejectOnAbort returns the work's result, with and without a signal", async () => {
  const { signal } = new AbortController();
  await expect(rejectOnAbort(Promise.resolve(7), signal)).resolves.toBe(7);
  await expect(rejectOnAbort(Promise.resolve(7), undefined)).resolves.toBe(7);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test("rejectOnAbort passes on the work's rejection", async () => {
  const { signal } = new AbortController();
  await expect(rejectOnAbort(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('rejectOnAbort rejects with the abort reason when the signal aborts', async () => {
  const stop = new AbortController();
  const result = rejectOnAbort(never, stop.signal);
  stop.abort(stopping);
  await expect(result).rejects.toBe(stopping);
});

test('rejectOnAbort rejects if the signal has already aborted, even if the work is finished', async () => {
  await expect(rejectOnAbort(never, AbortSignal.abort(stopping))).rejects.toBe(stopping);
  await expect(rejectOnAbort(Promise.resolve(7), AbortSignal.abort(stopping))).rejects.toBe(stopping);
});

test('rejectOnAbort ignores a rejection of the work after the abort', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const work = Promise.withResolvers<never>();
  await expect(rejectOnAbort(work.promise, AbortSignal.abort(stopping))).rejects.toBe(stopping);
  work.reject(new Error('too late'));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
