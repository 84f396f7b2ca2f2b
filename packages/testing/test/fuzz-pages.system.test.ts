import { expect, test } from 'vitest';
import { fuzzPages, type PageId, violationText } from '../fuzz-pages/fuzz-run.ts';
import { defaultLimits } from '../fuzz-pages/invariants.ts';
import { repetitions } from '../src/repetitions.ts';

// `pnpm fuzz:pages` captures more pages, including pages that are generated from other seeds.
const seed = 2026;
const pageCount = repetitions({ usual: 5, thorough: 12 });
/** Many test processes run at the same time. */
const limits = { ...defaultLimits, graceMs: 15_000 };

const pages: PageId[] = Array.from({ length: pageCount }, (_, at) => ({ seed, number: at + 1 }));

test.runIf(process.platform === 'linux')(
  'generated pages neither reach a canary nor terminate the worker, and leave no processes or files behind',
  async () => {
    const { captured, violations, ...run } = await fuzzPages({
      pages,
      // Ordinary pages are captured with the same deadline while other tests compete for the CPU.
      deadlineSeconds: 25,
      browserMemoryMb: 300,
      limits,
      log: () => undefined,
    });
    expect(violations.map(violationText)).toEqual([]);
    expect(run.pages).toBe(pageCount);
    expect(captured).toBeGreaterThan(0);
  },
  300_000,
);
