import { expect, test } from 'vitest';
import { createTurns } from './take-turns.ts';

test('a call that waits too long for its turn fails as unavailable, and a call that is aborted rejects with the abort reason', async () => {
  const inTurn = createTurns({ max: 1, waitMs: 1 });
  const hanging = Promise.withResolvers<void>();
  const first = inTurn(() => hanging.promise);
  const reason = new Error('aborted');
  const stop = new AbortController();
  const aborted = inTurn(async () => 'never', { signal: stop.signal, unlimited: true });
  const last = inTurn(async () => 'last', { unlimited: true });
  stop.abort(reason);
  await expect(aborted).rejects.toBe(reason);
  await expect(inTurn(async () => 'never')).rejects.toMatchObject({
    name: 'StorageError',
    code: 'unavailable',
  });
  hanging.resolve();
  await first;
  expect(await last).toBe('last');
  expect(await inTurn(async () => 'free again')).toBe('free again');
});
