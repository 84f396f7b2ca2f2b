import { describe, expect, test } from 'vitest';
import { freeSlotMs } from '../chaos/free-slots.ts';

describe('the time with a free slot', () => {
  const during = { from: 100, to: 200 };
  const slots = 2;
  const run = (worker: string, from: number, to = Number.POSITIVE_INFINITY) => ({ worker, from, to });
  const full = (worker: string, from: number, to: number) => [
    { worker, from, to },
    { worker, from, to },
  ];

  test('is zero while every worker is starting, stopping or full', () => {
    const runs = [run('one', 0), run('two', 0, 100), run('two', 200)];
    expect(freeSlotMs(during, { runs, held: full('one', 90, 200), slots })).toBe(0);
  });

  test('begins when a slot becomes free or a worker starts', () => {
    const held = full('one', 90, 170);
    expect(freeSlotMs(during, { runs: [run('one', 0)], held, slots })).toBe(30);
    expect(freeSlotMs(during, { runs: [run('one', 0), run('two', 140)], held, slots })).toBe(60);
  });

  test('excludes periods in which all slots are occupied', () => {
    const held = [...full('one', 90, 120), ...full('one', 130, 180)];
    expect(freeSlotMs(during, { runs: [run('one', 0)], held, slots })).toBe(30);
  });

  test('covers the whole period if a worker always has a free slot', () => {
    const held = [{ worker: 'one', from: 0, to: 300 }];
    expect(freeSlotMs(during, { runs: [run('one', 0)], held, slots })).toBe(100);
  });
});
