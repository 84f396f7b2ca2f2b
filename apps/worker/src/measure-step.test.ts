import { afterEach, expect, test, vi } from 'vitest';
import { measureStep } from './measure-step.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['succeeds', async () => undefined],
  ['fails', () => Promise.reject(new Error('the page is gone'))],
])('a step does not count a part that is measured on its own and %s', async (_, end) => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const observe = vi.fn();
  const ctx = { metrics: { stepDuration: { observe } } };
  await measureStep(ctx, 'compare', async (uncounted) => {
    now += 1_000;
    const part = () =>
      measureStep(ctx, 'confirm', async () => {
        now += 30_000;
        await end();
      });
    await uncounted(part).catch(() => undefined);
    now += 500;
  });
  expect(observe.mock.calls).toEqual([
    [30, { step: 'confirm' }],
    [1.5, { step: 'compare' }],
  ]);
});
