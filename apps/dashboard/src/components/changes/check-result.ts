import type { ContentCheck } from '@shotclock/client';
import { texts } from '../../texts/texts.ts';
import { formatPercent } from '../text/format.ts';
import type { Tone } from '../text/status.tsx';

const { activity, checks, overview } = texts;

/** The displayed result of a finished check; null for the first check of a series, because it does not have a baseline. */
export function checkResult({
  changed,
  ratio,
  baselineScreenshotId,
  comparison,
}: ContentCheck): string | null {
  if (changed && comparison.conditions) return checks.conditionHolds;
  if (changed && ratio !== null) return overview.changedBy(formatPercent(ratio));
  if (baselineScreenshotId === null) return null;
  if (comparison.conditions) return checks.noConditionHolds;
  return ratio === null || ratio === 0 ? activity.same : activity.belowThreshold(formatPercent(ratio));
}

/** Whether a second capture confirmed the change or the look is known, and what users have done about it. */
export function checkMarks({
  confirmation,
  acceptedAt,
  seenAt,
}: ContentCheck): { text: string; tone: Tone }[] {
  return [
    ...(confirmation === 'CONFIRMED' ? [{ text: checks.confirmed, tone: 'good' } as const] : []),
    ...(confirmation === 'UNSTABLE' ? [{ text: checks.unconfirmed, tone: 'warn' } as const] : []),
    ...(confirmation === 'KNOWN' ? [{ text: checks.known, tone: 'quiet' } as const] : []),
    ...(acceptedAt ? [{ text: checks.accepted, tone: 'busy' } as const] : []),
    ...(seenAt ? [{ text: checks.seen, tone: 'quiet' } as const] : []),
  ];
}
