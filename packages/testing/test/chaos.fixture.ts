import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Backend } from '../chaos/backend.ts';
import { createFaultRunner } from '../chaos/fault-runner.ts';
import { faults } from '../chaos/faults/all.ts';

// `pnpm chaos` injects the same faults at full length, with a different seed each time.
const seed = 5;
/**
 * Ends tests that hang. If the response is lost because an API was killed, the request is retried for up to 150 s until
 * it fails (ADR 11).
 */
const maxDurationMs = 300_000;

/** Injects shortened versions of the faults. Each queue backend has its own test file, so that both run at the same time. */
export function describeFaults(backend: Backend): void {
  describe(`with the queue on ${backend}`, () => {
    const log: string[] = [];
    const runner = createFaultRunner({ seed, length: 'short', log: (line) => log.push(line) });
    beforeAll(() => runner.warmUp(backend), maxDurationMs);
    afterAll(() => runner.close(), maxDurationMs);

    for (const fault of faults.filter((one) => (one.testBackends ?? one.backends).includes(backend)))
      test.skipIf(fault.cannot?.())(
        `${fault.name}: ${fault.promise}`,
        async () => {
          const { broken, injected } = await runner.run(fault, backend);
          expect(broken, [...broken, ...log].join('\n')).toEqual([]);
          expect(injected).toBeGreaterThan(0);
        },
        maxDurationMs,
      );
  });
}
