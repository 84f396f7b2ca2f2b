import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareImages } from '@shotclock/compare';
import type { LibraryPage, PageChange } from '@shotclock/testing';
import type { LibraryBench } from '../test/pages/library-bench.fixture.ts';

export type ChangeCounts = {
  /** Number of captures of the unchanged page that differ from the first one. */
  falseChanges: number;
  /** The ratios of those differences. */
  ratios: number[];
  /** Real changes that the comparison missed. */
  missed: PageChange[];
};

/**
 * Compares later captures with the first one in the same way as checks do by default: captures of the unchanged page, and
 * one capture with each change.
 */
export async function measureChanges(
  bench: LibraryBench,
  page: LibraryPage,
  repeats: number,
): Promise<ChangeCounts> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
  const files = { baseline: join(folder, 'baseline'), current: join(folder, 'current') };
  await writeFile(files.baseline, (await bench.capture(page)).image);
  const compare = async (change: PageChange | null) => {
    await writeFile(files.current, (await bench.capture(page, change)).image);
    const signal = new AbortController().signal;
    return compareImages(files, { masks: [], threshold: 0, signal });
  };
  const ratios: number[] = [];
  for (let repeat = 1; repeat < repeats; repeat++) {
    const { changed, ratio } = await compare(null);
    if (changed) ratios.push(ratio);
  }
  const missed: PageChange[] = [];
  for (const change of page.changes) if (!(await compare(change)).changed) missed.push(change);
  await rm(folder, { recursive: true });
  return { falseChanges: ratios.length, ratios, missed };
}
