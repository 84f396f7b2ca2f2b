// A subject with the same hash as its baseline is unchanged. In that case, nothing has to be loaded or decoded.
import { type Capture, type ImageMemory, isLargeImage } from '@shotclock/capture';
import { ComparisonError, type ComparisonResult, confirmedBelow, type Rectangle } from '@shotclock/compare';
import type { Comparison } from '@shotclock/contracts';
import {
  type Baseline,
  type CheckOutcome,
  type ComparedCapture,
  type ConditionTexts,
  describeConditions,
  htmlObject,
  judgeConditions,
  type KnownLook,
  type PendingCheck,
  type RecordedStore,
  type StoredObjects,
  storeObject,
  textObject,
} from '@shotclock/core';
import { DeadlineError } from '@shotclock/runtime';
import type { CaptureAgain } from './capture-again.ts';
import {
  type Compared,
  compareStoredDocuments,
  compareStoredImages,
  type Subject,
} from './compare-stored.ts';

/** Stores what the check compares, without the ignored elements. The capture's artifacts have already been stored. */
export async function storeSubject(
  objects: RecordedStore,
  { comparison: { mode } }: Pick<PendingCheck, 'comparison'>,
  capture: Pick<Capture, 'image' | 'width' | 'height' | 'comparable' | 'masks'>,
  { hashes, stored }: StoredObjects,
  signal: AbortSignal,
): Promise<Subject> {
  if (mode === 'visual') {
    const image = stored.find(({ sha256 }) => sha256 === hashes.image)!;
    return { stored: image, body: isLargeImage(capture) ? null : capture.image, masks: capture.masks };
  }
  const object =
    mode === 'html' ? htmlObject(capture.comparable.html ?? '') : textObject(capture.comparable.text ?? '');
  return { stored: await storeObject(objects, object, signal), body: object.body, masks: [] };
}

/** What a capture shows of the conditions. The ignored elements do not count. */
export const conditionTexts = ({
  comparable,
  numberText,
}: Pick<Capture, 'comparable' | 'numberText'>): ConditionTexts => ({
  text: comparable.text,
  numberText,
});

/**
 * Compares a capture with its baseline and stores the diff. An immediate second capture confirms small visual changes; with
 * a delayed confirmation, the check is held until its second look. Differences between the two captures are ignored. If an
 * immediate second capture fails, the result does not change. If the comparison fails or exceeds the deadline, the check
 * fails, but the capture does not. With conditions, these decide instead of the ratio, and neither immediate second captures nor
 * known looks are needed.
 * @throws StorageError; CaptureError `worker_memory_busy`; `signal.reason`, unless it is a DeadlineError during the comparison
 */
export async function compareWithBaseline(
  objects: RecordedStore,
  { comparison, firstLook }: Pick<PendingCheck, 'comparison' | 'firstLook'>,
  {
    subject,
    texts,
    baseline,
    memory,
    captureAgain,
    knownLooks,
  }: {
    subject: Subject;
    texts: ConditionTexts;
    baseline: Baseline | null;
    memory: ImageMemory;
    captureAgain: CaptureAgain;
    knownLooks: (baseline: Baseline) => Promise<KnownLook[]>;
  },
  signal: AbortSignal,
): Promise<ComparedCapture> {
  const { confirm } = comparison;
  const conditions =
    comparison.conditions && judgeConditions(comparison.conditions, baseline?.seen ?? null, texts);
  const holds = conditions !== null && conditions.held.length > 0;
  const about =
    comparison.conditions && conditions && describeConditions(comparison.conditions, conditions, texts);
  const compared = { baseline, subject: subject.stored.sha256, masks: subject.masks, conditions };
  const isVisual = comparison.mode === 'visual';
  if (baseline === null) {
    const description = 'The first check of its series: it set the baseline.';
    return unchanged({ ...compared, description });
  }
  if (holds && typeof confirm === 'object' && firstLook === null) return held(confirm.after);
  const isEqual = baseline.subject === subject.stored.sha256;
  // The areas in which a second look differs from the first one are remembered, even if it shows the baseline again.
  const isRemembered = firstLook !== null && isVisual && comparison.recent > 0 && !baseline.isLost;
  if (isEqual && !isRemembered)
    return unchanged({
      ...{ ...compared, ...(firstLook && !holds && keepBaseline(baseline)) },
      description: firstLook && !holds ? unconfirmed : null,
    });
  if (baseline.isLost) {
    const description = 'The stored baseline was lost, so this check set a new one without a comparison.';
    return unchanged({ ...compared, baseline: null, description });
  }

  try {
    const both = { subject, baseline, memory, again: firstLook, known: [] as KnownLook[] };
    const compare = isVisual ? compareStoredImages : compareStoredDocuments;
    let found = await compare(objects, comparison, both, signal);
    if (found && conditions) found = { ...found, changed: holds };
    both.known = found?.changed && !conditions ? await knownLooks(baseline) : [];
    // A look with the same hash is known without a comparison.
    const isKnown = both.known.some((look) => !look.unstable && look.subject === compared.subject);
    if (both.known.length > 0 && !isKnown) found = await compare(objects, comparison, both, signal);
    if (found === null)
      return failedComparison(
        baseline.checkId === null
          ? 'The baseline can no longer be read.'
          : 'The baseline can no longer be read. The next check sets a new one.',
      );
    if (both.known.length > 0 && (isKnown || !found.changed))
      return unchanged({
        ...{ ...compared, ...keepBaseline(baseline) },
        unstable: firstLook && isVisual ? found.unstable : null,
        description: 'All differences from the baseline are known looks of the page.',
      });
    if (typeof confirm === 'object' && firstLook === null && found.changed) return held(confirm.after);
    const confirmed =
      !conditions && needsConfirmation(found, comparison)
        ? await confirmNow(objects, comparison, { ...both, found, captureAgain }, signal)
        : firstLook && found;
    const { changed, ratio, diff, changes, changedArea } = confirmed ?? found;
    const stored = diff && (await storeObject(objects, diff, signal));
    return {
      outcome: {
        status: 'SUCCESS',
        ...compared,
        ...(firstLook && !changed && keepBaseline(baseline)),
        changed,
        ratio,
        diff: stored?.sha256 ?? null,
        changes: isVisual ? changes : null,
        changedArea: changed ? changedArea : null,
        unstable: isVisual && confirmed ? confirmed.unstable : null,
        description: join(about, firstLook ? describeSecondLook(found) : describe(confirmed)),
      },
      stored: stored ? [subject.stored, stored] : [subject.stored],
    };
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error;
    if (!signal.aborted) return failedComparison(error.message);
    if (signal.reason instanceof DeadlineError)
      return failedComparison(
        `The comparison was not finished within ${signal.reason.ms / 1_000} s of the capture's start.`,
      );
    throw signal.reason;
  }

  /** The looks are equal, or do not have to be compared. A condition can nevertheless hold: its text may be outside the image. */
  function unchanged(found: typeof compared & { unstable?: Rectangle[] | null; description: string | null }) {
    const equal = { changed: holds, ratio: 0, diff: null, changes: isVisual ? [] : null };
    const description = join(about, found.description);
    const outcome: CheckOutcome = { status: 'SUCCESS', unstable: null, ...equal, ...found, description };
    return { outcome, stored: [subject.stored] };
  }

  function held(afterSeconds: number): ComparedCapture {
    const { sha256 } = subject.stored;
    return {
      outcome: { status: 'HELD', subject: sha256, masks: subject.masks, afterSeconds },
      stored: [subject.stored],
    };
  }
}

const needsConfirmation = ({ changed, ratio }: ComparisonResult, { mode, confirm }: Comparison): boolean =>
  confirm === true && mode === 'visual' && changed && ratio < confirmedBelow;

/** The comparison without the differences between the two successive captures; null if there is no second capture. */
async function confirmNow(
  objects: RecordedStore,
  comparison: Comparison,
  { found, captureAgain, ...both }: Compared & { found: ComparisonResult; captureAgain: CaptureAgain },
  signal: AbortSignal,
): Promise<ComparisonResult | null> {
  const second = await captureAgain();
  if (second === null) return null;
  if (both.subject.body && second.image.equals(both.subject.body)) return found;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(second.compareWithinMs)]);
  try {
    return await compareStoredImages(
      objects,
      comparison,
      { ...both, again: { body: second.image, masks: second.masks } },
      inTime,
    );
  } catch (error) {
    if (!signal.aborted && (error instanceof ComparisonError || inTime.aborted)) return null;
    throw error;
  }
}

const join = (...sentences: (string | null)[]): string | null =>
  sentences.filter((one) => one !== null).join(' ') || null;

function describe(confirmed: ComparisonResult | null): string | null {
  if (!confirmed || confirmed.unstable.length === 0) return null;
  return confirmed.changed
    ? 'Differences that also occur between two successive captures are ignored.'
    : 'All differences from the baseline also occur between two successive captures, so they are ignored.';
}

/**
 * An unconfirmed change or a known look does not move the baseline of a series. The object of a baseline that the request specified may be
 * swept at any time, so the check cannot keep it.
 */
const keepBaseline = ({ checkId, subject, masks }: Baseline) =>
  checkId !== null && { subject, masks, keepsBaseline: true };

const unconfirmed = 'A second capture did not confirm the change.';

function describeSecondLook({ changed, unstable }: ComparisonResult): string | null {
  if (!changed) return unconfirmed;
  return unstable.length === 0 ? null : 'Differences between the two captures are ignored.';
}

/** A check that failed although its capture succeeded. */
export const failedComparison = (description: string): ComparedCapture => ({
  outcome: { status: 'FAILED', description },
  stored: [],
});
