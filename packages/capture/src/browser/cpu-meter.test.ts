import { expect, test } from 'vitest';
import { CpuMeter, type CpuTimes } from './cpu-meter.ts';

/** Measurements, each with the CPU times `[own, children]` of processes. */
function measure(...measurements: Record<number, [own: number, children: number]>[]): number {
  const meter = new CpuMeter();
  const totals = measurements.map((processes) =>
    meter.measure(
      new Map<number, CpuTimes>(
        Object.entries(processes).map(([pid, [own, children]]) => [Number(pid), { own, children }]),
      ),
    ),
  );
  return totals.at(-1) ?? 0;
}

test('CPU time counts from the first measurement', () => {
  expect(measure({ 1: [700, 300] })).toBe(0);
  expect(measure({ 1: [700, 300] }, { 1: [800, 300], 2: [50, 0] })).toBe(150);
});

test('the time of a process that its parent waited for counts once', () => {
  expect(measure({ 1: [0, 0] }, { 1: [0, 0], 2: [100, 0] }, { 1: [0, 130] })).toBe(130);
});

test('the time of a process whose child exited before it counts once', () => {
  expect(
    measure(
      { 1: [0, 0] },
      { 1: [0, 0], 2: [10, 0], 3: [100, 0] },
      { 1: [0, 0], 2: [10, 120] },
      { 1: [0, 140] },
    ),
  ).toBe(140);
});

test('the time of processes that their parent does not wait for stays in the sum', () => {
  expect(measure({ 1: [0, 0] }, { 1: [0, 0], 2: [100, 0] }, { 1: [0, 0], 3: [100, 0] }, { 1: [0, 0] })).toBe(
    200,
  );
});

test('a process that has the ID of an exited one does not reduce the sum', () => {
  expect(measure({ 1: [0, 0] }, { 1: [0, 0], 2: [100, 0] }, { 1: [0, 0], 2: [10, 0] })).toBe(100);
});
