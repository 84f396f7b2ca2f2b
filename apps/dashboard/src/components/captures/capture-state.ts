import type { ScreenshotStatus, ScreenshotVerdict, UnexpectedCounts, VerdictKind } from '@shotclock/client';
import { texts } from '../../texts/texts.ts';
import { toneOfCapture } from '../schedules/tones.ts';
import type { Tone } from '../text/status.tsx';

const { statuses, verdicts, httpReasons, vendors } = texts.captures;

type Verdict = ScreenshotVerdict | null | undefined;
type State = { tone: Tone; text: string };

/** Whether a successful capture shows something other than the requested page. */
export const isUnexpected = (verdict: Verdict): verdict is ScreenshotVerdict =>
  verdict !== null && verdict !== undefined && verdict.kind !== 'content';

/** The displayed state of a capture: its verdict if it succeeded but shows something other than the requested page. */
export function captureState({ status, verdict }: { status: ScreenshotStatus; verdict?: Verdict }): State {
  return status === 'SUCCESS' && isUnexpected(verdict)
    ? { tone: 'warn', text: verdictText(verdict) }
    : { tone: toneOfCapture(status), text: statuses[status] };
}

/** Like `captureState`, but the text says whether the verdict is only likely. */
export function detailedState(capture: { status: ScreenshotStatus; verdict?: Verdict }): State {
  const { tone, text } = captureState(capture);
  const isLikely = isUnexpected(capture.verdict) && capture.verdict.certainty === 'likely';
  return { tone, text: isLikely ? verdicts.likely(text) : text };
}

/** A short text for a verdict, such as "404 Not Found" or "Bot check (Cloudflare)". */
export function verdictText({ kind, vendor, httpStatus }: ScreenshotVerdict): string {
  if (kind === 'http_error' && httpStatus !== null) {
    const reason = (httpReasons as Record<number, string>)[httpStatus];
    return reason ? `${httpStatus} ${reason}` : verdicts.status(httpStatus);
  }
  return kind === 'challenge' && vendor ? verdicts.challengeOf(vendors[vendor]) : verdicts.kinds[kind];
}

/** The verdicts other than content, in display order. */
export const unexpectedKinds: readonly Exclude<VerdictKind, 'content'>[] = [
  'challenge',
  'login_wall',
  'http_error',
  'blank',
];

/** Texts with the number of captures for each verdict other than content. */
export function unexpectedWords(counts: UnexpectedCounts | undefined): string[] {
  return unexpectedKinds
    .filter((kind) => (counts?.[kind] ?? 0) > 0)
    .map((kind) => verdicts.counts[kind](counts![kind]));
}
