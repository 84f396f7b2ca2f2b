import { expect, test } from 'vitest';
import { fuzzPages, type PageId, violationText } from '../fuzz-pages/fuzz-run.ts';
import { defaultLimits } from '../fuzz-pages/invariants.ts';

// `pnpm fuzz:pages` captures more pages, of other seeds.
const seed = 2026;
/** The tests run many processes at the same time. */
const limits = { ...defaultLimits, graceMs: 15_000 };

test.runIf(process.platform === 'linux')(
  'no generated page reaches a canary, ends the worker or leaves anything behind',
  async () => {
    const { pages, captured, violations } = await fuzzPages({
      pages: Array.from({ length: 30 }, (_, at): PageId => ({ seed, number: at + 1 })),
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
