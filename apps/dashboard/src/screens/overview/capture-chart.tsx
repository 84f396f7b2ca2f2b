import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ScreenshotPeriod } from '@shotclock/client';
import { useMemo, useState } from 'react';
import { Chart } from '../../components/chart/chart.tsx';
import { formatDayAndTime, formatNumber, formatTick } from '../../components/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './figures.module.css';

const { overview } = texts;

/** The captures of each hour: a bar of the successful ones, with the failed ones on top. */
export function CaptureChart({ hours }: { hours: readonly ScreenshotPeriod[] | undefined }) {
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
            label={overview.captureChart}
            formatTime={formatTick}
            formatValue={formatNumber}
            onHover={setHovered}
          />
        ) : (
          <Skeleton height="100%" />
        )}
      </div>
      {hours && (
        <VisuallyHidden>
          <ul>
            {hours
              .filter(({ successes, failures }) => successes + failures > 0)
              .map((hour) => (
                <li key={hour.start}>{textOf(hour)}</li>
              ))}
          </ul>
        </VisuallyHidden>
      )}
    </section>
  );
}

const textOf = ({ start, successes, failures }: ScreenshotPeriod): string =>
  overview.hour(formatDayAndTime(new Date(start)), formatNumber(successes), formatNumber(failures));
