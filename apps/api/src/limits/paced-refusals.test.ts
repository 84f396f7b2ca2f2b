import { expect, test } from 'vitest';
import { createPacedRefusals } from './paced-refusals.ts';

test('refusals are sent in order, and those beyond the maximum are not sent', async () => {
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
  // The pace also holds after an idle period.
  expect(await refusals.turn()).toBe(true);
});
