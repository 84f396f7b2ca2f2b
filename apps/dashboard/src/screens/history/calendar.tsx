import { ActionIcon } from '@mantine/core';
import { type CSSProperties, useMemo, useState } from 'react';
import { Icon } from '../../components/controls/icon.tsx';
import { locale, texts } from '../../texts/texts.ts';
import classes from './calendar.module.css';
import type { HistoryBin } from './history-bins.ts';

const monthName = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
const dayName = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
const weekdayName = new Intl.DateTimeFormat(locale, { weekday: 'narrow' });
/** 2024-01-01 was a Monday. */
const weekdays = Array.from({ length: 7 }, (_, day) => weekdayName.format(new Date(2024, 0, 1 + day)));

type CalendarProps = {
  bins: readonly HistoryBin[];
  /** The day of the selected capture. */
  selected: Date;
  onSelect: (bin: HistoryBin) => void;
};

/** The days of a month that have captures. A dot marks days with changes. */
export function Calendar({ bins, selected, onSelect }: CalendarProps) {
  const [shown, setShown] = useState<Date | null>(null);
  const { history } = texts;
  const month = shown ?? selected;
  const byDay = useMemo(() => new Map(bins.map((bin) => [new Date(bin.at).toDateString(), bin])), [bins]);
  const maxCaptures = useMemo(() => Math.max(1, ...bins.map(({ captures }) => captures)), [bins]);
  const turn = (by: number) => setShown(new Date(month.getFullYear(), month.getMonth() + by, 1));
  return (
    <section className={classes.calendar} aria-label={history.calendarMonth(monthName.format(month))}>
      <header className={classes.header}>
        <h2>{monthName.format(month)}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          onClick={() => turn(-1)}
          aria-label={history.previousMonth}
        >
          <Icon name="left" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          onClick={() => turn(1)}
          aria-label={history.nextMonth}
        >
          <Icon name="right" />
        </ActionIcon>
      </header>
      <div className={classes.days}>
        {weekdays.map((name, index) => (
          <span key={index} className={classes.weekday} aria-hidden="true">
            {name}
          </span>
        ))}
        {daysOf(month).map((day) => {
          const bin = byDay.get(day.toDateString());
          const isSelected = day.toDateString() === selected.toDateString();
          const isOutside = day.getMonth() !== month.getMonth();
          if (!bin || isOutside)
            return (
              <span key={day.getTime()} className={classes.day} data-outside={isOutside || undefined}>
                {day.getDate()}
              </span>
            );
          return (
            <button
              key={day.getTime()}
              type="button"
              className={classes.day}
              data-selected={isSelected || undefined}
              aria-pressed={isSelected}
              aria-label={history.day(dayName.format(day), bin.captures, bin.changes)}
              title={history.day(dayName.format(day), bin.captures, bin.changes)}
              style={{ '--heat': `${15 + (bin.captures / maxCaptures) * 45}%` } as CSSProperties}
              onClick={() => onSelect(bin)}
            >
              {day.getDate()}
              {bin.changes > 0 && <span className={classes.change} />}
            </button>
          );
        })}
      </div>
    </section>
  );
}

/** The days of a month, padded to full weeks from Monday to Sunday. */
function daysOf(month: Date): Date[] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1);
  const offset = (first.getDay() + 6) % 7;
  const length = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  const cells = Math.ceil((offset + length) / 7) * 7;
  return Array.from(
    { length: cells },
    (_, index) => new Date(month.getFullYear(), month.getMonth(), 1 - offset + index),
  );
}
