import type { CreateTimeLapse } from '@shotclock/client';

const dayMs = 86_400_000;
/** Lengths of the periods that end now, in milliseconds. */
const lengths = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const;
const endOfMinuteMs = 59_999;

export const periods = ['all', 'month', 'week', 'day', 'custom'] as const;
export type Period = (typeof periods)[number];

/** The widths that the API does not round, with the maximum number of captures for each width (ADR 52). */
export const frameLimits = { '320': 300, '640': 244, '960': 108, '1280': 61 } as const;
export type Width = keyof typeof frameLimits;
export const widths = Object.keys(frameLimits) as Width[];

/** The values of the form. */
export type TimeLapseDraft = {
  period: Period;
  /** Times in the viewer's time zone, in the form 2026-11-23T09:00; empty for no bound. */
  from: string;
  to: string;
  width: Width;
  speed: number | string;
  onlyChanges: boolean;
};

export const firstDraft: TimeLapseDraft = {
  period: 'all',
  from: '',
  to: '',
  width: '640',
  speed: 8,
  onlyChanges: true,
};

/** Converts a draft to a request. A period includes the whole minute in which it ends. */
export function requestOf(
  { period, from, to, width, speed, onlyChanges }: TimeLapseDraft,
  now: number,
): CreateTimeLapse {
  return {
    width: Number(width),
    ...(speed !== '' && { framesPerSecond: Number(speed) }),
    onlyChanges,
    ...(period === 'custom' && from !== '' && { from: new Date(from).toISOString() }),
    ...(period === 'custom' &&
      to !== '' && { to: new Date(new Date(to).getTime() + endOfMinuteMs).toISOString() }),
    ...(period !== 'custom' && period !== 'all' && { from: new Date(now - lengths[period]).toISOString() }),
  };
}
