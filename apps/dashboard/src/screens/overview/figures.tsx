import { Skeleton } from '@mantine/core';
import type { LimitUsage, ScheduleExecution } from '@shotclock/client';
import type { ReactNode } from 'react';
import { formatBytes, formatNumber, formatPercent } from '../../components/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './figures.module.css';
import { RunChart } from './run-chart.tsx';

const { overview } = texts;

type FiguresProps = { runs: readonly ScheduleExecution[] | undefined; limits: LimitUsage | undefined };

/** The state of the account in four figures, and its last runs as a chart. */
export function Figures({ runs, limits }: FiguresProps) {
  const good = sum(runs, ({ successfulItems }) => successfulItems);
  const bad = sum(runs, ({ failedItems }) => failedItems);
  const waiting = limits && limits.waitingManualCaptures.used + limits.waitingCapturesOfRuns.used;
  return (
    <div className={classes.figures}>
      <Figure
        label={overview.successRate}
        value={runs && (good + bad === 0 ? '–' : formatPercent(good / (good + bad)))}
        note={runs && overview.ofCaptures(formatNumber(good + bad))}
      />
      <Figure
        label={overview.waiting}
        value={waiting === undefined ? undefined : formatNumber(waiting)}
        note={limits && overview.running(formatNumber(limits.runningCaptures.used))}
      />
      <Figure
        label={overview.today}
        value={limits && formatNumber(limits.capturesPerDay.used)}
        note={limits && limitNote(limits.capturesPerDay.limit, formatNumber)}
      />
      <Figure
        label={overview.stored}
        value={limits && formatBytes(limits.storedBytes.used)}
        note={limits && limitNote(limits.storedBytes.limit, formatBytes)}
      />
      <section className={classes.chart} aria-label={overview.lastRuns}>
        <p className={classes.label}>{overview.lastRuns}</p>
        <RunChart runs={runs} />
      </section>
    </div>
  );
}

const limitNote = (limit: number | null, format: (value: number) => string): string =>
  limit === null ? overview.noLimit : overview.ofLimit(format(limit));

function sum(
  runs: readonly ScheduleExecution[] | undefined,
  value: (run: ScheduleExecution) => number,
): number {
  return runs?.reduce((total, run) => total + value(run), 0) ?? 0;
}

type FigureProps = { label: string; value: string | undefined; note: ReactNode };

function Figure({ label, value, note }: FigureProps) {
  return (
    <div className={classes.figure}>
      <p className={classes.label}>{label}</p>
      <div className={classes.value}>{value ?? <Skeleton height={22} width={64} mt={4} mb={4} />}</div>
      <p className={classes.note}>{note ?? ' '}</p>
    </div>
  );
}
