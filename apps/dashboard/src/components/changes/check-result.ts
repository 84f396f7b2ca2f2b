import type { ContentCheck } from '@shotclock/client';
import { texts } from '../../texts/texts.ts';
import { formatPercent } from '../text/format.ts';

const { activity, overview } = texts;

/** The displayed result of a finished check; null for the first check of a series, because it does not have a baseline. */
export function checkResult({ changed, ratio, baselineScreenshotId }: ContentCheck): string | null {
  if (changed && ratio !== null) return overview.changedBy(formatPercent(ratio));
  if (baselineScreenshotId === null) return null;
  return ratio === null || ratio === 0 ? activity.same : activity.belowThreshold(formatPercent(ratio));
}
