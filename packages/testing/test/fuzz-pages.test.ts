import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { fuzzPages, type PageId, violationText } from '../fuzz-pages/fuzz-run.ts';
import { defaultLimits } from '../fuzz-pages/invariants.ts';

// `pnpm fuzz:pages` captures more pages.
const fixedSeed = 2026;
const randomSeeds = [randomInt(2 ** 31), randomInt(2 ** 31)];
/** The tests run many processes at the same time. */
const limits = { ...defaultLimits, graceMs: 15_000 };

const pagesOf = (seed: number, count: number): PageId[] =>
  Array.from({ length: count }, (_, at) => ({ seed, number: at + 1 }));

test.runIf(process.platform === 'linux')(
  `no generated page reaches a canary, ends the worker or leaves anything behind (random seeds ${randomSeeds.join(', ')})`,
  async () => {
    const { pages, captured, violations } = await fuzzPages({
      pages: [...pagesOf(fixedSeed, 22), ...randomSeeds.flatMap((seed) => pagesOf(seed, 4))],
      deadlineSeconds: 3,
      browserMemoryMb: 300,
      limits,
      log: () => undefined,
    });
    expect(violations.map(violationText)).toEqual([]);
    expect(pages).toBe(30);
    expect(captured).toBeGreaterThan(5);
  },
  300_000,
);
