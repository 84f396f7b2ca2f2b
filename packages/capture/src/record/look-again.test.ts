import { expect, test } from 'vitest';
import type { OpenPage } from '../page/open-page.ts';
import { lookAgainIfBlank } from './look-again.ts';

const open = { client: { send: async () => ({}) } } as unknown as Pick<OpenPage, 'client'>;
const captured = (kind: 'blank' | 'content') => ({
  seen: { verdict: { kind, certainty: 'certain' as const, vendor: null, evidence: [] } },
});

test('aborts a second capture that takes too long, and returns its memory once it has ended', async () => {
  const [first, second] = [captured('blank'), captured('content')];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const released: unknown[] = [];
  let again: AbortSignal | undefined;
  const result = await lookAgainIfBlank(
    open,
    first,
    async (signal) => {
      expect(released).toEqual([first]);
      again = signal;
      await ended;
      return second;
    },
    {
      remainingMs: 4,
      signal: new AbortController().signal,
      release: (one) => released.push(one),
    },
  );
  expect(result).toBe(first);
  expect(again?.aborted).toBe(true);
  expect(released).toEqual([first]);
  end();
  await expect.poll(() => released).toEqual([first, second]);
});

test('returns the first capture if the second one fails for any reason', async () => {
  const first = captured('blank');
  const result = await lookAgainIfBlank(open, first, async () => Promise.reject(new Error('closed')), {
    remainingMs: 1_000,
    signal: new AbortController().signal,
    release: () => undefined,
  });
  expect(result).toBe(first);
});
