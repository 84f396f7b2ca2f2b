import {
  type Comparison,
  type ContentCheck,
  type ContentCheckBody,
  captureSettings,
  defaultComparison,
} from '@shotclock/contracts';
import {
  holdScreenshot,
  insertContentChecks,
  insertScreenshot,
  notifyWork,
  type Queryable,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError, refuse } from '../errors.ts';
import { inTransaction } from '../idempotency/in-transaction.ts';
import { countPayable, debitChecks } from './check-payment.ts';
import { requestTarget } from './check-target.ts';
import { contentCheckResource } from './content-check-resource.ts';
import { artifactOfMode, givenSubject } from './given-subject.ts';
import { mergeComparison } from './merge-comparison.ts';

/**
 * Records a manual check with the capture that it waits for and debits its price, all or nothing, and wakes a scheduler.
 * @throws CoreError insufficient_credits, validation_failed (a baseline that does not exist), conflict (the baseline
 * has nothing to compare with)
 */
export async function createContentCheck(
  ctx: CoreContext,
  body: ContentCheckBody,
): Promise<{ check: ContentCheck; screenshotId: number }> {
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
  return inTransaction(ctx, async (tx) => {
    if (givenBaselineId !== null) await requireBaseline(tx, accountId, givenBaselineId, comparison);
    if ((await countPayable(tx, accountId, price)) < 1)
      throw new CoreError(
        'insufficient_credits',
        `A content-change check costs ${price}; the wallet has less.`,
      );
    const screenshot = await insertScreenshot(tx, {
      accountId,
      source: 'MANUAL_SCREENSHOT',
      status: 'PENDING',
      attemptsLeft: ctx.captureAttempts,
      ...settings,
    });
    const [check] = await insertContentChecks(tx, [
      {
        accountId,
        screenshotId: screenshot.id,
        url: settings.url,
        target: requestTarget(settings, mode),
        comparison,
        status: 'PENDING',
        givenBaselineId,
        price,
      },
    ]);
    await debitChecks(tx, accountId, [check!]);
    await notifyWork(tx);
    return { check: contentCheckResource(check!, ctx.publicUrl), screenshotId: screenshot.id };
  });
}

/** Makes sure of the baseline that a request names; it is not deleted before the check stands. */
async function requireBaseline(
  tx: Queryable,
  accountId: number,
  screenshotId: number,
  comparison: Comparison,
): Promise<void> {
  const path = '/baselineScreenshotId';
  const baseline = Number.isSafeInteger(screenshotId)
    ? await holdScreenshot(tx, { accountId, screenshotId })
    : undefined;
  if (!baseline) return refuse([{ path, code: 'unknown', message: 'is no screenshot that exists' }]);
  const named = `The baseline, screenshot ${screenshotId},`;
  if (baseline.status === 'FAILED') throw new CoreError('conflict', `${named} failed to be captured.`);
  if (baseline.status !== 'SUCCESS') throw new CoreError('conflict', `${named} is not finished yet.`);
  const artifact = artifactOfMode[comparison.mode];
  if (baseline[artifact] === null)
    throw new CoreError(
      'conflict',
      `${named} was captured without its ${artifact}, which is what is compared.`,
    );
  if ((await givenSubject(tx, baseline, comparison)) === null)
    throw new CoreError(
      'conflict',
      `${named} holds its ${artifact} with what ignoredSelectors names; name one of a check that ignored the same.`,
    );
}
