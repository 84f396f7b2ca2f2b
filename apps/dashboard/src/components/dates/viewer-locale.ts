// Builds a dayjs locale for the viewer from Intl, because dayjs ships its locales as 140 files. @mantine/dates uses dayjs
// for formatting.
import dayjs from 'dayjs';
import { locale } from '../../texts/texts.ts';

type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number } };

const gregorian = new Intl.Locale(locale, { calendar: 'gregory', numberingSystem: 'latn' });
const names = (options: Intl.DateTimeFormatOptions, dates: readonly Date[]): string[] => {
  const format = new Intl.DateTimeFormat(gregorian, options);
  return dates.map((date) => format.format(date));
};
const months = Array.from({ length: 12 }, (_, month) => new Date(2024, month, 1));
/** 2024-09-01 was a Sunday, the first day of the week for dayjs. */
const weekdays = Array.from({ length: 7 }, (_, day) => new Date(2024, 8, 1 + day));

const tokens: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
  day: 'DD',
  month: 'MM',
  year: 'YYYY',
};
const isTwelveHours =
  new Intl.DateTimeFormat(gregorian, { hour: 'numeric' }).resolvedOptions().hour12 ?? false;
const dateFormat = new Intl.DateTimeFormat(gregorian, { day: '2-digit', month: '2-digit', year: 'numeric' })
  .formatToParts(new Date())
  .map(({ type, value }) => tokens[type] ?? value.replace(/\p{Letter}+/gu, '[$&]'))
  .join('');

/** The ISO number of the first day of the week, from 1 (Monday) to 7 (Sunday). Some browsers do not provide it. */
function firstDayOfWeek(): number {
  const { getWeekInfo } = gregorian as LocaleWithWeek;
  return getWeekInfo?.call(gregorian).firstDay ?? 1;
}

export const viewerLocale = {
  name: 'viewer',
  dateFormat,
  dateTimeFormat: `${dateFormat} ${isTwelveHours ? 'hh:mm A' : 'HH:mm'}`,
  clock: isTwelveHours ? '12h' : '24h',
  firstDayOfWeek: firstDayOfWeek() % 7,
} as const;

dayjs.locale(
  {
    name: viewerLocale.name,
    months: names({ month: 'long' }, months),
    monthsShort: names({ month: 'short' }, months),
    weekdays: names({ weekday: 'long' }, weekdays),
    weekdaysShort: names({ weekday: 'short' }, weekdays),
    weekdaysMin: names({ weekday: 'narrow' }, weekdays),
    formats: {},
    relativeTime: {},
  },
  undefined,
  true,
);
