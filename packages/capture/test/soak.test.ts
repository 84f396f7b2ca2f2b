import { expect, test } from 'vitest';
import { hostileLimits } from './hostile-bench.fixture.ts';
import { soak } from './soak.fixture.ts';

// `pnpm soak` makes 500 captures.
test.runIf(process.platform === 'linux')(
  '60 mixed captures leak no process, profile or socket, and memory stays bounded',
  async () => {
    const { captured, failed, browsers, browserMemory, ownMemory, left } = await soak(60);
    expect(left).toEqual({ processes: [], files: [], sockets: 0 });
    expect(captured).toBeGreaterThan(45);
    expect(failed).toBeGreaterThan(5);
    expect(browsers).toBeGreaterThan(2);
    expect(browserMemory.last).toBeLessThan(hostileLimits.memoryBytes);
    // The first quarter is before the caches of the process are warm.
    expect(ownMemory.last).toBeLessThan(2 * ownMemory.first);
  },
  240_000,
);
