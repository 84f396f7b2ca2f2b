import { repetitions } from '@shotclock/testing';
import { expect, test } from 'vitest';
import { hostileLimits } from './hostile-bench.fixture.ts';
import { soak } from './soak.fixture.ts';

// `pnpm soak` takes 500 captures.
const count = repetitions({ usual: 20, thorough: 60 });

test.runIf(process.platform === 'linux')(
  'mixed captures leak no processes, profiles or sockets, and memory usage stays bounded',
  async () => {
    const { captured, failed, browsers, browserMemory, ownMemory, left } = await soak(count);
    expect(left).toEqual({ processes: [], files: [], sockets: [] });
    // On a busy machine, some ordinary captures reach their deadline.
    expect(captured).toBeGreaterThan(0.6 * count);
    expect(failed).toBeGreaterThan(count / 12);
    expect(browsers).toBeGreaterThan(2);
    expect(browserMemory.last).toBeLessThan(hostileLimits.memoryBytes);
    // During the first quarter, the caches of the process are still cold.
    expect(ownMemory.last).toBeLessThan(2 * ownMemory.first);
  },
  240_000,
);
