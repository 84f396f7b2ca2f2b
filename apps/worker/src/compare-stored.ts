import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImageMemory, isLargeImage } from '@shotclock/capture';
import {
  type ComparisonResult,
  compareHtml,
  compareImages,
  compareTexts,
  comparisonMasks,
  type KnownImage,
  measureComparison,
  type Rectangle,
} from '@shotclock/compare';
import { type Comparison, parseCrop } from '@shotclock/contracts';
import {
  type Baseline,
  copyObject,
  type FirstLook,
  type KnownLook,
  loadObject,
  type RecordedStore,
  type StoredObject,
} from '@shotclock/core';
import { createTemporaryFolder } from '@shotclock/runtime';

/**
 * What a check compares: a stored object, and the ignored areas of its image. `body` is null for a large image, which is
 * read from the store again, so that it is not held in memory during the comparison.
 */
export type Subject = { stored: StoredObject; body: Buffer | null; masks: Rectangle[] };
export type Compared = {
  subject: Subject;
  baseline: Baseline;
  memory: ImageMemory;
  /** Another look at the page; differences between it and the subject do not count. */
  again: Look | null;
  /** Known looks of the page; differences that they show do not count. */
  known: KnownLook[];
};
/** The image of a second capture, or the hash of the stored object of an earlier one. */
type Look = { body: Buffer; masks: Rectangle[] } | FirstLook;

/**
 * Compares two images from files. Large images wait until the worker has enough memory.
 * @returns null if the baseline is missing from the store
 * @throws ComparisonError, StorageError; CaptureError `worker_memory_busy`; `signal.reason`
 */
export async function compareStoredImages(
  objects: RecordedStore,
  { threshold, ignoredRegions, regions }: Comparison,
  { subject, baseline, memory, again, known }: Compared,
  signal: AbortSignal,
): Promise<ComparisonResult | null> {
  const folder = await createTemporaryFolder('images');
  try {
    const files = { baseline: join(folder, 'baseline'), current: join(folder, 'current') };
    if (!(await copyObject(objects, baseline.subject, files.baseline, signal))) return null;
    if (subject.body) await writeFile(files.current, subject.body);
    else await copyObject(objects, subject.stored.sha256, files.current, signal);
    const second = join(folder, 'again');
    const hasSecond = again !== null && (await writeLook(objects, again, second, signal));
    const looks: KnownImage[] = [];
    for (const [at, { subject: hash, ...look }] of known.entries()) {
      const path = join(folder, `known-${at}`);
      if (await copyObject(objects, hash, path, signal)) looks.push({ path, ...look });
    }
    const { canvas, bytes } = await measureComparison(files);
    if (isLargeImage(canvas)) await memory.acquire(hasSecond || looks.length > 0 ? 2 * bytes : bytes, signal);
    const ofRegions = comparisonMasks({ ignored: parseAll(ignoredRegions), compared: parseAll(regions) });
    const masks = [...subject.masks, ...baseline.masks, ...(again?.masks ?? []), ...ofRegions];
    return await compareImages(
      { ...files, again: hasSecond ? second : null, known: looks },
      { threshold, masks, signal },
    );
  } finally {
    // A second capture must not have to wait for memory that the first one holds.
    memory.release();
    await rm(folder, { recursive: true, force: true });
  }
}

const parseAll = (regions: string[]): Rectangle[] =>
  regions.map(parseCrop).filter((region) => region !== null);

/** Returns false if the look is missing from the store. */
async function writeLook(
  objects: RecordedStore,
  look: Look,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  if ('subject' in look) return copyObject(objects, look.subject, path, signal);
  await writeFile(path, look.body);
  return true;
}

/** Like `compareStoredImages`, but compares two texts or HTML documents. */
export async function compareStoredDocuments(
  objects: RecordedStore,
  { mode, threshold }: Comparison,
  { subject, baseline, memory, again, known }: Compared,
  signal: AbortSignal,
): Promise<ComparisonResult | null> {
  memory.release();
  const before = await loadObject(objects, baseline.subject, signal);
  if (before === null) return null;
  const compare = mode === 'text' ? compareTexts : compareHtml;
  const earlier = again && 'subject' in again ? await loadObject(objects, again.subject, signal) : null;
  const looks: string[] = [];
  for (const look of known) {
    const text = await loadObject(objects, look.subject, signal);
    if (text !== null) looks.push(text.toString('utf8'));
  }
  const options = { threshold, signal, again: earlier?.toString('utf8') ?? null, known: looks };
  return compare(before.toString('utf8'), subject.body!.toString('utf8'), options);
}
