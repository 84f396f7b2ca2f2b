import type { TimeLapse } from '@shotclock/client';
import { formatBytes, formatDayAndTime, formatPercent } from '../../../components/text/format.ts';
import type { Tone } from '../../../components/text/status.tsx';
import { texts } from '../../../texts/texts.ts';

const { timeLapse: words } = texts.history;

/** Describes the period of a time-lapse, as requested. */
export function periodText({ from, to }: TimeLapse): string {
  const text = (time: string) => formatDayAndTime(new Date(time));
  if (from === null) return to === null ? words.periods.all : words.until(text(to));
  return to === null ? words.since(text(from)) : words.between(text(from), text(to));
}

/** Describes a finished time-lapse: the number of its captures and its size. */
export function summary({ captures, frames, bytes, width }: TimeLapse): string {
  const parts = [
    frames !== null && words.frames(frames, captures ?? frames),
    words.pixels(String(width)),
    bytes !== null && formatBytes(bytes),
  ];
  return parts.filter(Boolean).join(' · ');
}

export function stateText({ status, progress }: TimeLapse): string {
  return status === 'PROCESSING' ? words.working(formatPercent(progress)) : words.states[status];
}

export const toneOf: Record<TimeLapse['status'], Tone> = {
  PENDING: 'quiet',
  PROCESSING: 'busy',
  SUCCESS: 'good',
  FAILED: 'bad',
};
