import type { TransactionState } from '@shotclock/db';
import { expect, test } from 'vitest';
import { createPositionClock } from './position-clock.ts';

const state = (seconds: number, oldest: number, next: number): TransactionState => ({
  oldest,
  next,
  at: new Date(seconds * 1_000),
});

test('without transactions in progress, a position starts at its own state', () => {
  const clock = createPositionClock();
  expect(clock.position(state(100, 7, 7))).toEqual({ xid: 7, since: new Date(100_000) });
});

test('with a transaction in progress, a position starts at the last state before that transaction started', () => {
  const clock = createPositionClock();
  clock.position(state(100, 7, 7));
  clock.position(state(101, 8, 8));
  expect(clock.position(state(102, 8, 12))).toEqual({ xid: 8, since: new Date(101_000) });
  expect(clock.position(state(103, 8, 20))).toEqual({ xid: 8, since: new Date(101_000) });
  expect(clock.position(state(104, 15, 20))).toEqual({ xid: 15, since: new Date(102_000) });
  expect(clock.position(state(105, 20, 20))).toEqual({ xid: 20, since: new Date(105_000) });
});

test('the first position starts one maximum transaction duration earlier if transactions are in progress', () => {
  const clock = createPositionClock();
  expect(clock.position(state(100, 7, 9))).toEqual({ xid: 7, since: new Date(40_000) });
});

test('an endless transaction in another program does not hold back positions', () => {
  let elapsedMs = 0;
  const clock = createPositionClock(() => elapsedMs);
  clock.position(state(100, 7, 7));
  elapsedMs = 50_000;
  expect(clock.position(state(150, 7, 40))).toEqual({ xid: 7, since: new Date(100_000) });
  elapsedMs = 111_000;
  expect(clock.position(state(211, 7, 99))).toEqual({ xid: 40, since: new Date(151_000) });
});

test('setting the clock forward does not end any transaction', () => {
  let elapsedMs = 0;
  const clock = createPositionClock(() => elapsedMs);
  clock.position(state(100, 7, 20));
  elapsedMs = 1_000;
  expect(clock.position(state(4_000, 7, 30))).toEqual({ xid: 7, since: new Date(3_940_000) });
});

test('setting the clock back is detected', () => {
  const clock = createPositionClock();
  expect(clock.wentBack(state(100, 7, 7))).toBe(false);
  clock.position(state(100, 7, 7));
  expect(clock.wentBack(state(99.5, 8, 8))).toBe(false);
  expect(clock.wentBack(state(90, 8, 8))).toBe(true);
  expect(clock.position(state(90, 8, 9))).toEqual({ xid: 8, since: new Date(30_000) });
});

test('restoring the database on a server with lower IDs is detected', () => {
  const clock = createPositionClock();
  clock.position(state(100, 900, 900));
  expect(clock.wentBack(state(101, 70, 70))).toBe(true);
  expect(clock.position(state(101, 70, 70))).toEqual({ xid: 70, since: new Date(101_000) });
  expect(clock.wentBack(state(102, 71, 71))).toBe(false);
});
