// `pnpm chaos [--seed=N] [--only=name,name] [--backend=postgres|redis|both] [--postgres=15|18] [--times=FACTOR]`
// injects every fault at full length, or the given fraction of the injections. It continues after a violation and
// then exits with 1 at the end.
import { parseArgs } from 'node:util';
import { type Backend, bothBackends } from './backend.ts';
import { createFaultRunner } from './fault-runner.ts';
import { faults } from './faults/all.ts';
import { printTable, type TableRow } from './print-table.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    only: { type: 'string' },
    backend: { type: 'string', default: 'both' },
    postgres: { type: 'string', default: '18' },
    times: { type: 'string', default: 'full' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const factor = values.times === 'full' ? 1 : Number(values.times);
const backends: readonly Backend[] = bothBackends.filter(
  (backend) => values.backend === 'both' || values.backend === backend,
);
const { postgres } = values;
const only = values.only?.split(',');
const chosen = faults.filter((fault) => !only || only.includes(fault.name));
if (
  !(Number.isInteger(seed) && factor > 0 && backends.length > 0 && chosen.length > 0) ||
  !(postgres === '15' || postgres === '18')
) {
  const names = faults.map((fault) => fault.name).join(', ');
  console.error(
    `--seed must be an integer, --times greater than 0, --backend postgres, redis or both, --postgres 15 or 18, --only a list of: ${names}`,
  );
  process.exit(2);
}

console.log(`seed ${seed}`);
const runner = createFaultRunner({
  seed,
  length: 'long',
  postgres,
  factor,
  log: (line) => console.log(line),
});
const rows: TableRow[] = [];
const report = () => console.log(`\n${printTable(rows)}\nseed ${seed}`);
// A run that is interrupted also removes everything and prints the results so far.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () =>
      void runner.close().finally(() => {
        report();
        process.exit(1);
      }),
  );
try {
  for (const fault of chosen) {
    const reason =
      fault.onlyEmbedded && postgres === '15' ? 'it needs the embedded Postgres' : fault.cannot?.();
    if (reason) {
      console.log(`${fault.name}: NOT INJECTED, ${reason}`);
      continue;
    }
    for (const backend of backends.filter((one) => fault.backends.includes(one))) {
      const startedAt = performance.now();
      const result = await runner.run(fault, backend);
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      const kept = result.broken.length === 0 ? 'kept' : 'BROKEN';
      console.log(`${fault.name} (${backend}): ${kept} after ${seconds} s: ${fault.promise}`);
      for (const what of result.broken) console.log(`  ${what}`);
      rows.push({ fault: fault.name, backend, ...result });
    }
  }
} finally {
  await runner.close();
}
report();
process.exitCode = rows.some((row) => row.broken.length > 0) ? 1 : 0;
