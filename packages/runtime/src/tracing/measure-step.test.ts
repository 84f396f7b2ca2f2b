import { afterEach, expect, test, vi } from 'vitest';
import { activeSpan, runInSpan } from './active-span.ts';
import { measureStep } from './measure-step.ts';
import type { Span } from './tracer.ts';

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

test('a step is a child of the span within which it runs, and fails with the code of its error', async () => {
  const events: string[] = [];
  const spanOf = (path: string): Span => ({
    traceId: 'trace',
    traceParent: path,
    startChild: (name) => spanOf(`${path}/${name}`),
    set: () => {},
    fail: (type) => void events.push(`${path} failed: ${type}`),
    end: () => void events.push(`${path} ended`),
  });
  const observer = { stepEnded: () => {} };
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  await runInSpan(spanOf('job'), () =>
    measureStep(observer, 'wait', async () => {
      expect(activeSpan()?.traceParent).toBe('job/wait');
      await measureStep(observer, 'consent', () => Promise.reject(refused)).catch(() => undefined);
    }),
  );
  expect(activeSpan()).toBeUndefined();
  expect(events).toEqual([
    'job/wait/consent failed: ECONNREFUSED',
    'job/wait/consent ended',
    'job/wait ended',
  ]);
});
