import { soak } from '../test/hostile/soak.fixture.ts';

// `pnpm soak [captures]`: takes many captures of mixed pages and reports leaks and memory usage.
const count = Number(process.argv[2] ?? 500);
const started = performance.now();
const report = await soak(count);
console.log(
  JSON.stringify({ count, seconds: Math.round((performance.now() - started) / 1_000), ...report }, null, 2),
);
const { processes, files, sockets } = report.left;
process.exitCode = processes.length + files.length + sockets.length > 0 ? 1 : 0;
