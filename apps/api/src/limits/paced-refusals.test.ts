import { expect, test } from 'vitest';
import { createPacedRefusals } from './paced-refusals.ts';

test('refusals take turns in order, and refusals beyond the maximum get no turn', async () => {
  const refusals = createPacedRefusals({ perTurn: 2, pauseMs: 1, maxWaiting: 3 });
  const sent: number[] = [];
  const turns = [1, 2, 3].map(async (n) => {
    expect(await refusals.turn()).toBe(true);
    sent.push(n);
    return sent.length;
  });
  expect(await refusals.turn()).toBe(false);
  expect(sent).toEqual([]);
  await turns[1];
  expect(sent).toEqual([1, 2]);
  await turns[2];
  expect(sent).toEqual([1, 2, 3]);
  // It starts again after it was idle.
  expect(await refusals.turn()).toBe(true);
});
