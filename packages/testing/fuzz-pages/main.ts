// `pnpm fuzz:pages [--seed=N] [--minutes=N | --pages=N | --page=N] [--only=name,name] [--deadline=SECONDS] [--print]` captures
// generated hostile pages with a real worker and checks the invariants. It exits with 1 after a violation. `--page` repeats one page.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzzPages, type PageId } from './fuzz-run.ts';
import { defaultLimits } from './invariants.ts';
import { generatePage } from './page-generator.ts';
import { printReport } from './print-report.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    pages: { type: 'string' },
    page: { type: 'string' },
    only: { type: 'string', default: '' },
    deadline: { type: 'string', default: '8' },
    print: { type: 'boolean', default: false },
  },
});
const seed = integer('seed', values.seed) ?? randomInt(2 ** 31);
const minutes = integer('minutes', values.minutes);
const page = integer('page', values.page);
const pages = integer('pages', values.pages) ?? (minutes === null ? 300 : Number.POSITIVE_INFINITY);
const deadlineSeconds = integer('deadline', values.deadline) ?? 8;
const only = values.only.split(',').filter((name) => name !== '');
let stopped = false;

if (values.print) {
  // In a real run, the ports and the domain are different.
  const places = { canaryPorts: {}, domain: 'fuzz.test' };
  const printed = generatePage({ seed, number: page ?? 1 }, { places, only });
  console.log(printed.html);
  console.error(JSON.stringify({ ...printed, html: undefined }, null, 2));
} else {
  console.log(`seed ${seed}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      console.log('stops after this batch');
      stopped = true;
    });
  const startedAt = performance.now();
  const report = await fuzzPages({
    pages: page === null ? numbered() : [{ seed, number: page }],
    only,
    deadlineSeconds,
    limits: defaultLimits,
    log: (line) => console.log(line),
  });
  printReport(report, Math.round((performance.now() - startedAt) / 1_000));
  console.log(`seed ${seed}`);
  process.exitCode = report.violations.length > 0 ? 1 : 0;
}

function* numbered(): Generator<PageId> {
  const endsAt = performance.now() + (minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  for (let number = 1; number <= pages && performance.now() < endsAt && !stopped; number += 1) {
    if (number % 100 === 0) console.log(`page ${number}`);
    yield { seed, number };
  }
}

function integer(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  console.error(`--${name} must be an integer`);
  process.exit(2);
}
