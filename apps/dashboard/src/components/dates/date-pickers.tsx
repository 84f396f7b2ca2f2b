import '@mantine/dates/styles.layer.css';
import { DateInput, DatesProvider, DateTimePicker, type DayOfWeek } from '@mantine/dates';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import type { DateFieldProps } from './date-field-props.ts';
import { viewerLocale } from './viewer-locale.ts';

const { dates } = texts;
const isDay = (day: number): day is DayOfWeek => day >= 0 && day <= 6;
/** Escape closes only the calendar, not the surrounding dialog. */
const ownEscape = { 'data-mantine-stop-propagation': 'true' };
const controls = {
  nextLabel: dates.next,
  previousLabel: dates.previous,
  popoverProps: { withinPortal: true },
};

function InViewerLocale({ children }: { children: ReactNode }) {
  const { name, firstDayOfWeek } = viewerLocale;
  return (
    <DatesProvider
      settings={{
        locale: name,
        ...(isDay(firstDayOfWeek) && { firstDayOfWeek }),
        // By default, weekends are red, which is the color of errors.
        weekendDays: [],
      }}
    >
      {children}
    </DatesProvider>
  );
}

/** A day in the form 2026-11-23. */
export function DayPicker({ value, onChange, ...props }: DateFieldProps) {
  return (
    <InViewerLocale>
      <DateInput
        {...props}
        {...controls}
        value={value === '' ? null : value}
        onChange={(day) => onChange(day ?? '')}
        valueFormat={viewerLocale.dateFormat}
        placeholder={props.placeholder ?? viewerLocale.dateFormat}
        clearable
        clearButtonProps={{ 'aria-label': dates.clear }}
      />
    </InViewerLocale>
  );
}

/** A time in the viewer's time zone, in the form 2026-11-23T09:00. */
export function TimePicker({ value, onChange, ...props }: DateFieldProps) {
  return (
    <InViewerLocale>
      <DateTimePicker
        {...props}
        {...controls}
        value={value === '' ? null : dayjs(value).format('YYYY-MM-DD HH:mm:ss')}
        onChange={(time) => onChange(time === null ? '' : dayjs(time).format('YYYY-MM-DDTHH:mm'))}
        valueFormat={viewerLocale.dateTimeFormat}
        placeholder={props.placeholder ?? dates.chooseTime}
        timePickerProps={{
          format: viewerLocale.clock,
          hoursInputLabel: dates.hours,
          minutesInputLabel: dates.minutes,
          hoursInputProps: ownEscape,
          minutesInputProps: ownEscape,
          amPmSelectProps: ownEscape,
          'aria-label': dates.time,
        }}
        submitButtonProps={{ ...ownEscape, 'aria-label': dates.choose }}
        clearable
        clearButtonProps={{ 'aria-label': dates.clear }}
      />
    </InViewerLocale>
  );
}
