import { afterEach, expect, test, vi } from 'vitest';
import { measureStep } from './measure-step.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['succeeds', async () => undefined],
  ['fails', () => Promise.reject(new Error('the page is gone'))],
])('the duration of a step excludes a part that is measured separately and %s', async (_, end) => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const stepEnded = vi.fn();
  const observer = { stepEnded };
  await measureStep(observer, 'compare', async (uncounted) => {
    now += 1_000;
    const part = () =>
      measureStep(observer, 'confirm', async () => {
        now += 30_000;
        await end();
      });
    await uncounted(part).catch(() => undefined);
    now += 500;
  });
  expect(stepEnded.mock.calls).toEqual([
    ['confirm', 30],
    ['compare', 1.5],
  ]);
});
