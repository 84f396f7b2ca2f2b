import { expect, test } from 'vitest';
import { DatabaseError } from './database-error.ts';
import { limitConcurrency } from './limit-concurrency.ts';

/** Work that records its start and then continues until the test stops it. */
function createWork() {
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const work = (name: string) => () => {
    started.push(name);
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return end.promise;
  };
  return {
    started,
    work,
    end: (name: string) => ends.get(name)!.resolve(),
    fail: (name: string, error: Error) => ends.get(name)!.reject(error),
  };
}

test('queued work starts in order as running work ends', async () => {
  const { started, work, end } = createWork();
  const limited = limitConcurrency(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => limited(work(name)));
  expect(started).toEqual(['a', 'b']);
  end('b');
  await all[1];
  await expect.poll(() => started).toEqual(['a', 'b', 'c']);
  end('a');
  await expect.poll(() => started).toEqual(['a', 'b', 'c', 'd']);
  end('c');
  end('d');
  await Promise.all(all);
});

test('failed work frees its slot', async () => {
  const { work, fail } = createWork();
  const limited = limitConcurrency(1);
  const failing = limited(work('a'));
  const next = limited(async () => 'ran');
  fail('a', new Error('a constraint is violated'));
  await expect(failing).rejects.toThrow('a constraint is violated');
  expect(await next).toBe('ran');
});

test('queued work rejects immediately if running work cannot connect', async () => {
  const { started, work, fail } = createWork();
  const limited = limitConcurrency(1);
  const all = ['a', 'b', 'c'].map((name) => limited(work(name)));
  fail('a', new DatabaseError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'rejected',
  ]);
  expect(started).toEqual(['a']);
  expect(await limited(async () => 'ran')).toBe('ran');
});
