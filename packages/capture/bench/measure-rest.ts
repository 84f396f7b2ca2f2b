import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LibraryPage } from '@shotclock/testing';
import type { LibraryBench, LibraryCapture } from '../test/pages/library-bench.fixture.ts';

export type RestCounts = {
  right: number;
  /** Size of the largest group of identical captures. */
  equal: number;
  /** Medians in milliseconds. */
  wallMs: number;
  cpuMs: number;
  notes: Set<string>;
  faults: Set<string>;
};

/**
 * Captures a page several times. Failed captures count as wrong. @param folder where to write the images; if undefined,
 * they are discarded
 */
export async function measureRest(
  bench: LibraryBench,
  page: LibraryPage,
  repeats: number,
  folder: string | undefined,
): Promise<RestCounts> {
  const captures: LibraryCapture[] = [];
  const failures: string[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    try {
      const capture = await bench.capture(page);
      captures.push(capture);
      if (folder) await writeFile(join(folder, `${page.name}-${repeat}.png`), capture.image);
    } catch (error) {
      failures.push(String(error));
    }
  }
  const counts = [...Map.groupBy(captures, ({ hash }) => hash).values()].map(({ length }) => length);
  const median = (of: (capture: LibraryCapture) => number) =>
    Math.round(captures.map(of).toSorted((a, b) => a - b)[Math.floor(captures.length / 2)] ?? 0);
  return {
    right: captures.filter(({ faults }) => faults.length === 0).length,
    equal: Math.max(0, ...counts),
    wallMs: median(({ wallMs }) => wallMs),
    cpuMs: median(({ cpuMs }) => cpuMs),
    notes: new Set(captures.flatMap(({ notes }) => notes)),
    faults: new Set([...captures.flatMap(({ faults }) => faults), ...failures]),
  };
}
