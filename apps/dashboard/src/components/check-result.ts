import type { ContentCheck } from '@shotclock/client';
import { texts } from '../texts/texts.ts';
import { formatPercent } from './format.ts';

const { activity, overview } = texts;

/** What a finished check found, in words. Null for the first capture of a series, which was compared with nothing. */
export function checkResult({ changed, ratio, baselineScreenshotId }: ContentCheck): string | null {
  if (changed && ratio !== null) return overview.changedBy(formatPercent(ratio));
  if (baselineScreenshotId === null) return null;
  return ratio === null || ratio === 0 ? activity.same : activity.belowThreshold(formatPercent(ratio));
}
