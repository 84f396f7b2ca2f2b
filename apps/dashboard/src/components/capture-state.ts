import type { ScreenshotStatus, ScreenshotVerdict, UnexpectedCounts, VerdictKind } from '@shotclock/client';
import { texts } from '../texts/texts.ts';
import type { Tone } from './status.tsx';
import { toneOfCapture } from './tones.ts';

const { statuses, verdicts, httpReasons, vendors } = texts.captures;

type Verdict = ScreenshotVerdict | null | undefined;

/** Whether a successful capture shows something else than what was requested. */
export const isUnexpected = (verdict: Verdict): verdict is ScreenshotVerdict =>
  verdict !== null && verdict !== undefined && verdict.kind !== 'content';

/** The state of a capture in words: for one that succeeded, what it shows if that is not what was requested. */
export function captureState({ status, verdict }: { status: ScreenshotStatus; verdict?: Verdict }): {
  tone: Tone;
  text: string;
} {
  return status === 'SUCCESS' && isUnexpected(verdict)
    ? { tone: 'warn', text: verdictText(verdict) }
    : { tone: toneOfCapture(status), text: statuses[status] };
}

/** A verdict in a few words, such as "404 Not Found" or "Bot check (Cloudflare)". */
export function verdictText({ kind, vendor, httpStatus }: ScreenshotVerdict): string {
  if (kind === 'http_error' && httpStatus !== null) {
    const reason = (httpReasons as Record<number, string>)[httpStatus];
    return reason ? `${httpStatus} ${reason}` : verdicts.status(httpStatus);
  }
  return kind === 'challenge' && vendor ? verdicts.challengeOf(vendors[vendor]) : verdicts.kinds[kind];
}

/** The kinds of captures that do not show what was requested, in the order in which they are shown. */
export const unexpectedKinds: readonly Exclude<VerdictKind, 'content'>[] = [
  'challenge',
  'login_wall',
  'http_error',
  'blank',
];

/** How many captures do not show what was requested, in words: one for each kind that there is. */
export function unexpectedWords(counts: UnexpectedCounts | undefined): string[] {
  return unexpectedKinds
    .filter((kind) => (counts?.[kind] ?? 0) > 0)
    .map((kind) => verdicts.counts[kind](counts![kind]));
}
