// Captures every page of the site of libraries for docs/performance.md:
// `pnpm bench:rest [--repeats=N] [--only=TEXT] [--busy=N] [--folder=FOLDER]`. `--busy` is the
// number of busy loops beside it, `--folder` gets the pictures. CPU time is measured on Linux only.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { libraryPages } from '@shotclock/testing';
import { type LibraryCapture, openLibraryBench } from '../test/library-bench.fixture.ts';

const { values } = parseArgs({
  options: {
    repeats: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    busy: { type: 'string', default: '0' },
    folder: { type: 'string' },
  },
});
const repeats = Number(values.repeats);
const names = values.only.split(',');
const pages = libraryPages.filter(({ name }) => names.some((one) => name.includes(one)));
const loops = Array.from({ length: Number(values.busy) }, () => new Worker('for (;;) {}', { eval: true }));

const bench = await openLibraryBench();
if (values.folder) await mkdir(values.folder, { recursive: true });
let wrong = 0;
for (const page of pages) {
  const captures: LibraryCapture[] = [];
  const failures: string[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    try {
      const capture = await bench.capture(page);
      captures.push(capture);
      if (values.folder) await writeFile(join(values.folder, `${page.name}-${repeat}.png`), capture.image);
    } catch (error) {
      failures.push(String(error));
    }
  }
  const right = captures.filter(({ faults }) => faults.length === 0).length;
  const counts = [...Map.groupBy(captures, ({ hash }) => hash).values()].map(({ length }) => length);
  const equal = Math.max(0, ...counts);
  const notes = new Set([...captures.flatMap((one) => one.notes), ...failures]);
  const isRight = right === repeats && (equal === repeats || !page.rests);
  if (!isRight) wrong += 1;
  const median = (of: (capture: LibraryCapture) => number) =>
    Math.round(captures.map(of).toSorted((a, b) => a - b)[Math.floor(captures.length / 2)] ?? 0);
  console.log(
    [
      isRight ? 'right' : 'WRONG',
      page.name.padEnd(30),
      `right ${right}/${repeats}`,
      `equal ${equal}/${repeats}${page.rests ? '' : ' (never rests)'}`,
      `${median(({ wallMs }) => wallMs)} ms`,
      `${median(({ cpuMs }) => cpuMs)} ms CPU`,
      ...notes,
    ].join(' · '),
  );
  const faults = new Set(captures.flatMap((one) => one.faults));
  for (const fault of [...faults].slice(0, 3)) console.log(`      ${fault}`);
}
console.log(`${pages.length - wrong} of ${pages.length} pages are right and equal.`);
await bench.close();
await Promise.all(loops.map((loop) => loop.terminate()));
