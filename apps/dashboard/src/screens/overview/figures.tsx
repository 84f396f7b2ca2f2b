import { Skeleton } from '@mantine/core';
import type { Me, ScreenshotPeriod, UnexpectedCounts } from '@shotclock/client';
import type { ReactNode } from 'react';
import { unexpectedWords } from '../../components/captures/capture-state.ts';
import { formatBytes, formatDuration, formatNumber, formatPercent } from '../../components/text/format.ts';
import { useNow } from '../../components/text/now.ts';
import { texts } from '../../texts/texts.ts';
import { CaptureChart } from './capture-chart.tsx';
import classes from './figures.module.css';

const { overview } = texts;

type FiguresProps = {
  hours: readonly ScreenshotPeriod[] | undefined;
  /** Number of successful captures in these hours that do not show the requested content, by verdict. */
  unexpected: UnexpectedCounts | undefined;
  me: Me | undefined;
  isFailed: boolean;
};

/** Four figures about the account, and a chart of its captures over time. */
export function Figures({ hours, unexpected, me, isFailed }: FiguresProps) {
  const limits = me?.limits;
  const good = sum(hours, ({ successes }) => successes);
  const bad = sum(hours, ({ failures }) => failures);
  const waiting = limits && limits.waitingManualCaptures.used + limits.waitingCapturesOfRuns.used;
  return (
    <div className={classes.figures}>
      <Figure
        isFailed={isFailed}
        label={overview.successRate}
        value={hours && (good + bad === 0 ? '–' : formatPercent(good / (good + bad)))}
        note={
          hours && (
            <OneLine
              text={[...unexpectedWords(unexpected), overview.ofCaptures(formatNumber(good + bad))].join(
                ' · ',
              )}
            />
          )
        }
      />
      <Figure
        isFailed={isFailed}
        label={overview.waiting}
        value={waiting === undefined ? undefined : formatNumber(waiting)}
        note={me && <Waiting me={me} />}
      />
      <Figure
        isFailed={isFailed}
        label={overview.today}
        value={limits && formatNumber(limits.capturesPerDay.used)}
        note={limits && limitNote(limits.capturesPerDay.limit, formatNumber)}
      />
      <Figure
        isFailed={isFailed}
        label={overview.stored}
        value={limits && formatBytes(limits.storedBytes.used)}
        note={limits && limitNote(limits.storedBytes.limit, formatBytes)}
      />
      <CaptureChart hours={hours} isFailed={isFailed} />
    </div>
  );
}

const limitNote = (limit: number | null, format: (value: number) => string): string =>
  limit === null ? overview.noLimit : overview.ofLimit(format(limit));

function sum(
  hours: readonly ScreenshotPeriod[] | undefined,
  value: (hour: ScreenshotPeriod) => number,
): number {
  return hours?.reduce((total, hour) => total + value(hour), 0) ?? 0;
}

type FigureProps = { label: string; value: string | undefined; note: ReactNode; isFailed: boolean };

function Figure({ label, value, note, isFailed }: FigureProps) {
  return (
    <div className={classes.figure}>
      <p className={classes.label}>{label}</p>
      <div className={classes.value}>
        {value ?? (isFailed ? '–' : <Skeleton height={22} width={64} mt={4} mb={4} />)}
      </div>
      <p className={classes.note}>{note ?? ' '}</p>
    </div>
  );
}

/** A note that is truncated to fit its box, so that the layout does not shift. */
function OneLine({ text }: { text: string }) {
  return (
    <span className={classes.line} title={text}>
      {text}
    </span>
  );
}

/** The number of running captures, or how long the oldest waiting capture has been waiting. */
function Waiting({ me: { limits, waitingSince } }: { me: Me }) {
  const now = useNow();
  if (waitingSince === null) return overview.running(formatNumber(limits.runningCaptures.used));
  return overview.waitingFor(formatDuration(Math.max(0, now - Date.parse(waitingSince))));
}
