import { locale, texts } from '../../texts/texts.ts';

const number = new Intl.NumberFormat(locale);
const credits = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 2 });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const shortTime = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' });
const dayAndTime = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const withSeconds = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' });

export const formatNumber = (value: number): string => number.format(value);
export const formatCredits = (value: number): string => credits.format(value);
export const formatPercent = (share: number): string => percent.format(share);

/** The time of day, with the date unless it is today. */
export function formatTime(time: Date): string {
  return time.toDateString() === new Date().toDateString() ? shortTime.format(time) : dayAndTime.format(time);
}
/** A chart label: the date at midnight, otherwise the time. */
export const formatTick = (time: Date): string =>
  time.getHours() === 0 && time.getMinutes() === 0 ? day.format(time) : shortTime.format(time);
export const formatDay = (time: Date): string => day.format(time);
export const formatDayAndTime = (time: Date): string => dayAndTime.format(time);
export const formatWithSeconds = (time: Date): string => withSeconds.format(time);
/** The date and time with seconds and time zone, for tooltips. */
export const formatExact = (time: Date): string => exact.format(time);

const monthSeconds = 2_629_800;
const units: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** The difference between a time and `now` in the largest fitting unit: "in 4 min", "3 hr ago". Returns the date for differences of a month or more. */
export function formatRelative(time: Date, now: number): string {
  const seconds = (time.getTime() - now) / 1_000;
  if (Math.abs(seconds) < 5) return texts.time.now;
  if (Math.abs(seconds) >= monthSeconds) return dayOfYear.format(time);
  const [unit, length] = units.find(([, one]) => Math.abs(seconds) >= one) ?? units.at(-1)!;
  return relative.format(Math.round(seconds / length), unit);
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size with one decimal: "3.4 MB". */
export function formatBytes(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteUnits[power]!,
    unitDisplay: 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1_000 ** power);
}

/** A duration: "340 ms", "2.4 s", "1 min 20 s". */
export function formatDuration(ms: number): string {
  const format = (value: number, unit: string, digits = 0) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value);
  if (ms < 1_000) return format(ms, 'millisecond');
  if (ms < 60_000) return format(ms / 1_000, 'second', 1);
  const minutes = Math.floor(ms / 60_000);
  return `${format(minutes, 'minute')} ${format(Math.round((ms - minutes * 60_000) / 1_000), 'second')}`;
}

/** Escapes the invisible characters in a URL, such as direction marks, because they could make it look like another URL. */
export const visibleUrl = (url: string): string => url.replace(/[\p{Cc}\p{Cf}]/gu, encodeURIComponent);

/** The search text for an entered URL or part of a URL, without the scheme and the trailing slash. */
export const urlPart = (entered: string): string =>
  entered
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');

/** A URL without `https://` and the trailing slash. */
export const shortUrl = (url: string): string =>
  visibleUrl(url)
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
