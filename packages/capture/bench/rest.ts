// Captures every page of the library site for docs/performance.md: `pnpm bench:rest [--repeats=N] [--only=TEXT,…]
// [--busy=N] [--folder=FOLDER] [--changes]`. `--busy` sets the number of busy loops that run concurrently, `--folder`
// stores the images, and `--changes` compares the captures with each other. CPU time is measured only on Linux.
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { libraryPages } from '@shotclock/testing';
import { openLibraryBench } from '../test/pages/library-bench.fixture.ts';
import { measureChanges } from './measure-changes.ts';
import { measureRest } from './measure-rest.ts';

const { values } = parseArgs({
  options: {
    repeats: { type: 'string' },
    only: { type: 'string', default: '' },
    busy: { type: 'string', default: '0' },
    folder: { type: 'string' },
    changes: { type: 'boolean', default: false },
  },
});
const repeats = Number(values.repeats ?? (values.changes ? 10 : 20));
const texts = values.only.split(',');
const pages = libraryPages.filter(({ name }) => texts.some((text) => name.includes(text)));
const loops = Array.from({ length: Number(values.busy) }, () => new Worker('for (;;) {}', { eval: true }));
if (values.folder) await mkdir(values.folder, { recursive: true });
const bench = await openLibraryBench();
try {
  await (values.changes ? printChanges() : printRest());
} finally {
  await bench.close();
  await Promise.all(loops.map((loop) => loop.terminate()));
}

async function printRest(): Promise<void> {
  let good = 0;
  for (const page of pages) {
    const counts = await measureRest(bench, page, repeats, values.folder);
    const { right, equal, wallMs, cpuMs, notes, faults } = counts;
    const isGood = right === repeats && (equal === repeats || !page.rests);
    if (isGood) good += 1;
    print(
      `${isGood ? 'good' : 'BAD '} ${page.name}`,
      `right ${right}/${repeats}`,
      `equal ${equal}/${repeats}${page.rests ? '' : ' (never rests)'}`,
      `${wallMs} ms`,
      `${cpuMs} ms CPU`,
      ...notes,
    );
    for (const fault of [...faults].slice(0, 3)) console.log(`     ${fault}`);
  }
  console.log(
    `${good} of ${pages.length} pages are correct and identical in ${repeats} of ${repeats} captures.`,
  );
}

async function printChanges(): Promise<void> {
  const totals = { falseChanges: 0, missed: 0, changes: 0 };
  const resting = pages.filter(({ rests }) => rests);
  for (const page of resting) {
    const { falseChanges, ratios, missed } = await measureChanges(bench, page, repeats);
    totals.falseChanges += falseChanges;
    totals.missed += missed.length;
    totals.changes += page.changes.length;
    print(
      `${falseChanges + missed.length === 0 ? 'good' : 'BAD '} ${page.name}`,
      `false changes ${falseChanges}/${repeats - 1}`,
      `missed ${missed.length}/${page.changes.length}`,
      ...missed,
      ...(ratios.length > 0 ? [`ratios up to ${Math.max(...ratios).toPrecision(2)}`] : []),
    );
  }
  const { falseChanges, missed, changes } = totals;
  console.log(
    `${resting.length} pages that rest: ${falseChanges} false changes, ${missed} of ${changes} real changes missed.`,
  );
}

function print(name: string, ...columns: string[]): void {
  console.log([name.padEnd(36), ...columns].join(' · '));
}
