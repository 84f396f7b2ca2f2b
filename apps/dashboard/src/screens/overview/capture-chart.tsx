import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ScreenshotPeriod } from '@shotclock/client';
import { useMemo, useState } from 'react';
import { Chart } from '../../components/chart/chart.tsx';
import { formatDayAndTime, formatNumber, formatTick } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './figures.module.css';
import { NotLoaded } from './not-loaded.tsx';

const { overview } = texts;

type CaptureChartProps = { hours: readonly ScreenshotPeriod[] | undefined; isFailed: boolean };

/** Captures by hour: stacked bars of successful and failed captures. */
export function CaptureChart({ hours, isFailed }: CaptureChartProps) {
  const [hovered, setHovered] = useState<number | null>(null);
  const times = useMemo(() => hours?.map(({ start }) => Date.parse(start) / 1_000) ?? [], [hours]);
  const series = useMemo(
    () => [
      {
        values: hours?.map(({ successes, failures }) => successes + failures) ?? [],
        variable: '--bad' as const,
      },
      { values: hours?.map(({ successes }) => successes) ?? [], variable: '--chart' as const },
    ],
    [hours],
  );
  const shown = hovered === null ? undefined : hours?.[hovered];
  return (
    <section className={classes.chart} aria-label={overview.lastHours}>
      <p className={classes.label}>{shown ? textOf(shown) : overview.lastHours}</p>
      <div className={classes.plot}>
        {hours ? (
          <Chart
            kind="bars"
            times={times}
            series={series}
            label={overview.captureChart(total(hours, 'successes'), total(hours, 'failures'))}
            formatTime={formatTick}
            formatValue={formatNumber}
            onHover={setHovered}
          />
        ) : (
          <NotLoaded isFailed={isFailed}>
            <Skeleton height="100%" />
          </NotLoaded>
        )}
      </div>
      {hours && (
        <VisuallyHidden>
          <HourTable hours={hours} />
        </VisuallyHidden>
      )}
    </section>
  );
}

/** The same numbers for screen readers, without empty hours. */
function HourTable({ hours }: { hours: readonly ScreenshotPeriod[] }) {
  const { hour, successes, failures } = overview.hourColumns;
  return (
    <table>
      <caption>{overview.captureTable}</caption>
      <thead>
        <tr>
          {[hour, successes, failures].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours
          .filter((one) => one.captures > 0)
          .map((one) => (
            <tr key={one.start}>
              <th scope="row">{formatDayAndTime(new Date(one.start))}</th>
              <td>{formatNumber(one.successes)}</td>
              <td>{formatNumber(one.failures)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

const total = (hours: readonly ScreenshotPeriod[], field: 'successes' | 'failures'): string =>
  formatNumber(hours.reduce((sum, hour) => sum + hour[field], 0));

const textOf = ({ start, successes, failures }: ScreenshotPeriod): string =>
  overview.hour(formatDayAndTime(new Date(start)), formatNumber(successes), formatNumber(failures));
