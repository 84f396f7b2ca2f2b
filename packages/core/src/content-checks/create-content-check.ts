import {
  type Comparison,
  type ContentCheck,
  type ContentCheckBody,
  captureSettings,
  defaultComparison,
} from '@shotclock/contracts';
import {
  insertContentCheck,
  insertScreenshot,
  notifyWork,
  type Queryable,
  shareLockScreenshot,
} from '@shotclock/db';
import { admitCaptures } from '../admission/admit-captures.ts';
import { captureOrigin } from '../admission/capture-origin.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, notFinished, refuse } from '../errors.ts';
import { artifactOfMode, baselineSubject } from './baseline-subject.ts';
import { countPayable, debitCheck } from './check-payment.ts';
import { requestTarget } from './check-target.ts';
import { contentCheckResource } from './content-check-resource.ts';
import { mergeComparison } from './merge-comparison.ts';

type CreatedCheck = { check: ContentCheck; screenshotId: number };

/**
 * Creates a manual check and its capture, debits the price, and notifies the schedulers.
 * @throws CoreError insufficient_credits, validation_failed (an unknown baseline), conflict (the baseline cannot be compared),
 * rate_limited, unavailable (too many captures are waiting)
 */
export async function createContentCheck(ctx: CoreContext, body: ContentCheckBody): Promise<CreatedCheck> {
  const { comparison: changes, baselineScreenshotId, ...request } = body;
  const { accountId, contentCheckPrice: price } = ctx;
  const comparison: Comparison = mergeComparison(defaultComparison, changes);
  const { mode } = comparison;
  const settings = captureSettings({
    ...request,
    extractHtml: request.extractHtml || mode === 'html',
    extractText: request.extractText || mode === 'text',
  });
  const givenBaselineId = baselineScreenshotId ?? null;
  const one = { source: 'MANUAL_SCREENSHOT', captures: 1 } as const;
  const added = ({ check }: CreatedCheck) => changed('CONTENT_CHECK', check.id);
  return admitCaptures(ctx, one, added, async (tx) => {
    if (givenBaselineId !== null) await requireBaseline(tx, accountId, givenBaselineId, comparison);
    const payable = await countPayable(tx, ctx, price);
    if (payable !== null && payable < 1)
      throw new CoreError(
        'insufficient_credits',
        `A content-change check costs ${price} credits. The balance is too low.`,
      );
    const screenshot = await insertScreenshot(tx, {
      accountId,
      source: 'MANUAL_SCREENSHOT',
      attemptsLeft: ctx.captureAttempts,
      ...captureOrigin(ctx),
      ...settings,
    });
    const check = await insertContentCheck(tx, {
      accountId,
      screenshotId: screenshot.id,
      url: settings.url,
      target: requestTarget(settings, mode),
      comparison,
      status: 'PENDING',
      givenBaselineId,
      price,
    });
    await debitCheck(tx, ctx, check);
    notifyWork(tx);
    return { check: contentCheckResource(check, ctx.links), screenshotId: screenshot.id };
  });
}

/** Validates the baseline that a request specifies, and prevents its deletion until the check exists. */
async function requireBaseline(
  tx: Queryable,
  accountId: number,
  screenshotId: number,
  comparison: Comparison,
): Promise<void> {
  const path = '/baselineScreenshotId';
  const baseline = Number.isSafeInteger(screenshotId)
    ? await shareLockScreenshot(tx, { accountId, screenshotId })
    : undefined;
  if (!baseline)
    return refuse([{ path, code: 'unknown', message: 'must be the ID of an existing screenshot' }]);
  const named = `baseline (screenshot ${screenshotId})`;
  if (baseline.status === 'FAILED') throw new CoreError('conflict', `The ${named} has failed.`);
  if (baseline.status !== 'SUCCESS') throw notFinished(named);
  const artifact = artifactOfMode[comparison.mode];
  if (baseline[artifact] === null)
    throw new CoreError('conflict', `The ${named} has no ${artifact} to compare with.`);
  if ((await baselineSubject(tx, baseline, comparison)) === null)
    throw new CoreError(
      'conflict',
      `The ${artifact} of the ${named} includes elements that match ignoredSelectors. Specify a screenshot of a check with the same ignoredSelectors.`,
    );
}
