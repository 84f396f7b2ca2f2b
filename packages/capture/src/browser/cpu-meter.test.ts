import { expect, test } from 'vitest';
import { CpuMeter, type CpuTimes } from './cpu-meter.ts';

/** Each measurement contains the CPU times `[own, children]` of processes. */
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

test('counts CPU time from the first measurement', () => {
  expect(measure({ 1: [700, 300] })).toBe(0);
  expect(measure({ 1: [700, 300] }, { 1: [800, 300], 2: [50, 0] })).toBe(150);
});

test("counts a process's time once if its parent waited for it", () => {
  expect(measure({ 1: [0, 0] }, { 1: [0, 0], 2: [100, 0] }, { 1: [0, 130] })).toBe(130);
});

test("counts a process's time once if its child exited first", () => {
  expect(
    measure(
      { 1: [0, 0] },
      { 1: [0, 0], 2: [10, 0], 3: [100, 0] },
      { 1: [0, 0], 2: [10, 120] },
      { 1: [0, 140] },
    ),
  ).toBe(140);
});

test('keeps the time of processes whose parent does not wait for them', () => {
  expect(measure({ 1: [0, 0] }, { 1: [0, 0], 2: [100, 0] }, { 1: [0, 0], 3: [100, 0] }, { 1: [0, 0] })).toBe(
    200,
  );
});

test('does not reduce the sum when a process ID is reused', () => {
  expect(measure({ 1: [0, 0] }, { 1: [0, 0], 2: [100, 0] }, { 1: [0, 0], 2: [10, 0] })).toBe(100);
});
