import { expect, test } from 'vitest';
import { guardProcesses } from './guard-processes.ts';

test.runIf(process.platform === 'linux')('calls `busy` whenever it measures busy processes', async () => {
  const { promise: calledAgain, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  const unlimited = Number.POSITIVE_INFINITY;
  using _guard = guardProcesses(process.pid, {
    budget: { memoryBytes: unlimited, cpuMs: unlimited, processes: unlimited, threads: unlimited },
    exceeded: (error) => {
      throw error;
    },
    busyCpuMs: -1,
    busy() {
      calls += 1;
      if (calls === 3) resolve();
    },
    intervalMs: 1,
  });
  await calledAgain;
  expect(calls).toBe(3);
});
