import type { Reporter, TestModule } from 'vitest/node';

/**
 * A Vitest reporter that prints `N passed, N failed` as the last line, however the run ends. A test file that cannot run,
 * an error outside a test, and a run that ends early each count as a failure.
 */
export function countTests(): Reporter {
  let counts = { passed: 0, failed: 1, skipped: 0 };
  return {
    onInit() {
      process.once('exit', () => {
        if (counts.skipped > 0) console.log(`\n${counts.skipped} skipped: they do not apply on this machine`);
        console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
      });
    },
    onTestRunEnd(modules, unhandledErrors, reason) {
      counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
      for (const module of modules) addModule(counts, module);
      if (reason !== 'passed' && counts.failed === 0) counts.failed = 1;
    },
  };
}

function addModule(counts: { passed: number; failed: number; skipped: number }, module: TestModule): void {
  const tests = [...module.children.allTests()];
  for (const test of tests) {
    const { state } = test.result();
    if (state !== 'pending') counts[state] += 1;
  }
  if (module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed'))
    counts.failed += 1;
}
