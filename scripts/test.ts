/**
 * Runs every package's tests and adds them up: the last line is `N passed, N failed`. A package whose run ended without a
 * report counts as one failure, so nothing is passed over in silence.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const report = 'test-results.json';
const packages = globSync('{apps,packages}/*/package.json')
  .filter((file) => JSON.parse(readFileSync(file, 'utf8')).scripts?.test)
  .map((file) => dirname(file));
for (const folder of packages) rmSync(join(folder, report), { force: true });

/** Their tests start browsers or whole systems, which would starve each other; those of the others mostly wait. */
const alone = ['api', 'capture', 'core', 'standalone', 'testing', 'worker'].map(
  (name) => `@shotclock/${name}`,
);

/** @param concurrency packages at a time */
async function runTests(concurrency: number, filters: string[]): Promise<number> {
  const options = ['--continue=always', '--output-logs=full', '--no-update-notifier'];
  const turbo = spawn(
    'turbo',
    ['run', 'test', `--concurrency=${concurrency}`, ...options, ...filters.map((one) => `--filter=${one}`)],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code] = await once(turbo, 'exit');
  return code;
}

const others = await runTests(
  2,
  alone.map((name) => `!${name}`),
);
const code = others + (await runTests(1, alone));

let passed = 0;
let failed = 0;
let skipped = 0;
for (const folder of packages) {
  const file = join(folder, report);
  if (!existsSync(file)) {
    console.error(`${folder}: the test run ended without a report`);
    failed += 1;
    continue;
  }
  const result = JSON.parse(readFileSync(file, 'utf8'));
  passed += result.numPassedTests;
  // A file that could not be run has no tests to count, and fails the run all the same.
  failed += result.numFailedTests === 0 && !result.success ? 1 : result.numFailedTests;
  skipped += result.numPendingTests + result.numTodoTests;
}
if (code !== 0 && failed === 0) failed = 1;
if (skipped > 0) console.log(`\n${skipped} skipped: they do not apply here`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
