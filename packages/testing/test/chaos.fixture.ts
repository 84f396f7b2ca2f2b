import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Backend } from '../chaos/backend.ts';
import { createFaultRunner } from '../chaos/fault-runner.ts';
import { faults } from '../chaos/faults/all.ts';

// `pnpm chaos` runs the same faults at full length, with any seed.
const seed = 5;
const longestMs = 120_000;

/** Every fault in short. A file for each queue, so that one waits while the other works. */
export function describeFaults(backend: Backend): void {
  describe(`with the queue on ${backend}`, () => {
    const log: string[] = [];
    const runner = createFaultRunner({ seed, length: 'short', log: (line) => log.push(line) });
    beforeAll(() => runner.warmUp(backend), longestMs);
    afterAll(() => runner.close(), longestMs);

    for (const fault of faults.filter((one) => one.backends.includes(backend)))
      test.skipIf(fault.cannot?.())(
        `${fault.name}: ${fault.promise}`,
        async () => {
          const { broken, injected } = await runner.run(fault, backend);
          expect(broken, [...broken, ...log].join('\n')).toEqual([]);
          expect(injected).toBeGreaterThan(0);
        },
        longestMs,
      );
  });
}
