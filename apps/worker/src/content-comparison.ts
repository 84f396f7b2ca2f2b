// A subject with the same hash as its baseline is unchanged. Nothing is loaded or decoded for it.
import type { Capture } from '@shotclock/capture';
import {
  ComparisonError,
  type ComparisonResult,
  compareHtml,
  compareImages,
  compareTexts,
  type Rectangle,
} from '@shotclock/compare';
import { type Comparison, parseCrop } from '@shotclock/contracts';
import {
  type Baseline,
  type CheckOutcome,
  type ComparedCapture,
  htmlObject,
  loadObject,
  type PendingCheck,
  type RecordedStore,
  type StoredObject,
  type StoredObjects,
  storeObject,
  textObject,
} from '@shotclock/core';
import { DeadlineError } from '@shotclock/runtime';
import type { CaptureAgain } from './capture-again.ts';

/** What a check compares: a stored object, and the areas of its image that are ignored. */
export type Subject = { stored: StoredObject; body: Buffer; masks: Rectangle[] };

/** Stores what the check compares, without the ignored elements. The capture's own artifacts are stored already. */
export async function storeSubject(
  objects: RecordedStore,
  { comparison: { mode } }: Pick<PendingCheck, 'comparison'>,
  capture: Pick<Capture, 'image' | 'comparable' | 'masks'>,
  { hashes, stored }: StoredObjects,
  signal: AbortSignal,
): Promise<Subject> {
  if (mode === 'visual') {
    const image = stored.find(({ sha256 }) => sha256 === hashes.image)!;
    return { stored: image, body: capture.image, masks: capture.masks };
  }
  const object =
    mode === 'html' ? htmlObject(capture.comparable.html ?? '') : textObject(capture.comparable.text ?? '');
  return { stored: await storeObject(objects, object, signal), body: object.body, masks: [] };
}

type Compared = { subject: Subject; baseline: Baseline | null; captureAgain: CaptureAgain };

/** A visual change below this share of the pixels is confirmed, if the comparison says so. */
const confirmedBelow = 0.05;

/**
 * Compares a capture with its baseline and stores the diff. A small visual change is confirmed by a second capture: what differs between the two does not count.
 * A second capture that fails changes nothing. A comparison that fails, or that exceeds the deadline, fails the
 * check but not the capture.
 * @throws StorageError; the reason of `signal`, unless it is a DeadlineError during the comparison
 */
export async function compareWithBaseline(
  objects: RecordedStore,
  { comparison }: Pick<PendingCheck, 'comparison'>,
  { subject, baseline, captureAgain }: Compared,
  signal: AbortSignal,
): Promise<ComparedCapture> {
  const compared = { baseline, subject: subject.stored.sha256, masks: subject.masks };
  const isVisual = comparison.mode === 'visual';
  if (baseline === null) {
    const description = 'The first check of its series: it set the baseline.';
    return unchanged({ ...compared, description });
  }
  if (baseline.subject === subject.stored.sha256) return unchanged({ ...compared, description: null });
  if (baseline.isLost) {
    const description = 'The stored baseline was lost: this check set a new one and compared nothing.';
    return unchanged({ ...compared, baseline: null, description });
  }

  const before = await loadObject(objects, baseline.subject, signal);
  if (before === null)
    return failedComparison(
      baseline.checkId === null
        ? 'The baseline cannot be read any more.'
        : 'The baseline cannot be read any more. The next check sets a new one.',
    );
  try {
    const masks = [...subject.masks, ...baseline.masks];
    const images = { before, now: subject.body, again: null };
    const found = await compare(images, comparison, masks, signal);
    const confirmed = needsConfirmation(found, comparison)
      ? await confirm({ images, found, masks, captureAgain }, comparison, signal)
      : null;
    const { changed, ratio, diff, changes, unstable } = confirmed ?? found;
    const stored = diff && (await storeObject(objects, diff, signal));
    return {
      outcome: {
        status: 'SUCCESS',
        ...compared,
        changed,
        ratio,
        diff: stored?.sha256 ?? null,
        changes: isVisual ? changes : null,
        unstable: confirmed && unstable,
        description: describe(confirmed),
      },
      stored: stored ? [subject.stored, stored] : [subject.stored],
    };
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error;
    if (!signal.aborted) return failedComparison(error.message);
    if (signal.reason instanceof DeadlineError)
      return failedComparison(
        `The comparison was not finished ${signal.reason.ms / 1_000} s after the capture began.`,
      );
    throw signal.reason;
  }

  function unchanged(found: typeof compared & { description: string | null }) {
    const equal = { changed: false, ratio: 0, diff: null, changes: isVisual ? [] : null, unstable: null };
    const outcome: CheckOutcome = { status: 'SUCCESS', ...found, ...equal };
    return { outcome, stored: [subject.stored] };
  }
}

type Images = { before: Buffer; now: Buffer; again: Buffer | null };

function compare(
  { before, now, again }: Images,
  { mode, threshold, ignoredRegions }: Comparison,
  masks: Rectangle[],
  signal: AbortSignal,
): Promise<ComparisonResult> {
  if (mode === 'visual') {
    const regions = ignoredRegions.map(parseCrop).filter((region) => region !== null);
    return compareImages(before, now, { threshold, masks: [...masks, ...regions], again, signal });
  }
  const compareDocuments = mode === 'text' ? compareTexts : compareHtml;
  return compareDocuments(before.toString('utf8'), now.toString('utf8'), { threshold, signal });
}

const needsConfirmation = ({ changed, ratio }: ComparisonResult, { mode, confirm }: Comparison): boolean =>
  confirm && mode === 'visual' && changed && ratio < confirmedBelow;

/** The comparison without what differs between two captures of the same moment; null if there is no second capture. */
async function confirm(
  {
    images,
    found,
    masks,
    captureAgain,
  }: { images: Images; found: ComparisonResult; masks: Rectangle[]; captureAgain: CaptureAgain },
  comparison: Comparison,
  signal: AbortSignal,
): Promise<ComparisonResult | null> {
  const second = await captureAgain();
  if (second === null) return null;
  if (second.image.equals(images.now)) return found;
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(second.compareWithinMs)]);
    const twice = { ...images, again: second.image };
    return await compare(twice, comparison, [...masks, ...second.masks], inTime);
  } catch (error) {
    if (error instanceof ComparisonError && !signal.aborted) return null;
    throw error;
  }
}

function describe(confirmed: ComparisonResult | null): string | null {
  if (!confirmed || confirmed.unstable.length === 0) return null;
  return confirmed.changed
    ? 'Parts of the page that also differ between two captures of this moment do not count.'
    : 'What differs from the baseline also differs between two captures of this moment, so it does not count.';
}

/** A check that failed while its capture succeeded. */
export const failedComparison = (description: string): ComparedCapture => ({
  outcome: { status: 'FAILED', description },
  stored: [],
});
