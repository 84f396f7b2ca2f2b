import type { ContentCheck } from '@shotclock/client';
import { texts } from '../../texts/texts.ts';
import { formatPercent } from '../text/format.ts';

const { activity, overview } = texts;

/** The result of a finished check in words. Null for the first check of a series, which has no baseline. */
export function checkResult({ changed, ratio, baselineScreenshotId }: ContentCheck): string | null {
  if (changed && ratio !== null) return overview.changedBy(formatPercent(ratio));
  if (baselineScreenshotId === null) return null;
  return ratio === null || ratio === 0 ? activity.same : activity.belowThreshold(formatPercent(ratio));
}
