import { expect, test } from 'vitest';
import { DeadlineError, runWithDeadline, withDeadline } from './deadline.ts';

const never = () => new Promise<never>(() => {});

test('work that ends in time is answered', async () => {
  await expect(runWithDeadline(async () => 7, 10_000)).resolves.toBe(7);
});

test('work that does not heed its signal is left when time runs out', async () => {
  await expect(runWithDeadline(never, 20)).rejects.toEqual(new DeadlineError(20));
});

test('work learns from its signal that time ran out', async () => {
  const heard = Promise.withResolvers<unknown>();
  const run = runWithDeadline((signal) => {
    signal.addEventListener('abort', () => heard.resolve(signal.reason));
    return never();
  }, 20);
  await expect(run).rejects.toBeInstanceOf(DeadlineError);
  await expect(heard.promise).resolves.toBeInstanceOf(DeadlineError);
});

test('an aborted parent ends the work with its own reason', async () => {
  const parent = new AbortController();
  const run = runWithDeadline(never, 10_000, parent.signal);
  parent.abort(new Error('stopping'));
  await expect(run).rejects.toThrow('stopping');
});

test('work is not begun under a parent that was aborted before', async () => {
  let begun = false;
  const work = async () => {
    begun = true;
  };
  await expect(runWithDeadline(work, 10_000, AbortSignal.abort(new Error('stopping')))).rejects.toThrow(
    'stopping',
  );
  expect(begun).toBe(false);
});

test('a disposed deadline neither fires nor follows its parent', () => {
  const parent = new AbortController();
  const deadline = withDeadline(parent.signal, 10_000);
  deadline[Symbol.dispose]();
  parent.abort();
  expect(deadline.signal.aborted).toBe(false);
});
