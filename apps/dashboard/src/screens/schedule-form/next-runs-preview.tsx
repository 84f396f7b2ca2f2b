import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { problemOf } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { Panel } from '../../components/layout/page.tsx';
import { Time } from '../../components/text/time.tsx';
import { locale, texts } from '../../texts/texts.ts';
import { type ClockChange, nextClockChange, offsetsOf } from './clock-change.ts';
import { type Draft, policyOf, timingOf } from './draft.ts';
import { capitalize } from './form-faults.ts';
import classes from './schedule-form.module.css';

const { form, noNext } = texts.schedules;
const previewedRuns = 8;
const runsAroundChange = 5;
const askAfterMs = 350;
/** Runs further ahead than this are shown with year and UTC offset; earlier runs are shown relative to now. */
const farAfterMs = 28 * 86_400_000;

/** The next runs with the timing in the form, in the schedule's time zone, and the runs around the next DST transition. */
export function NextRunsPreview({ draft }: { draft: Draft }) {
  const [asked] = useDebouncedValue(draft, askAfterMs);
  const policy = { ...policyOf(asked), endsAt: asked.endsAt };
  const { data, error } = useQuery(
    read('schedules.preview', { schedule: timingOf(asked), policy, count: previewedRuns }),
  );
  const { timezone } = asked;
  const change = useMemo(() => nextClockChange(timezone, new Date()), [timezone]);
  const [first, second] = data?.runs ?? [];
  const isFar =
    change !== null && data !== undefined && Date.parse(data.runs.at(-1) ?? '') < change.at.getTime();
  return (
    <Panel title={form.nextRuns}>
      {error ? (
        <p className={classes.shift} role="status">
          {faultText(error)}
        </p>
      ) : !data ? (
        <Skeleton height={160} />
      ) : data.runs.length === 0 ? (
        <p className={classes.words}>{noNext}</p>
      ) : (
        <>
          <Runs runs={data.runs} timezone={timezone} change={change} />
          {asked.type === 'CRON' && isFar && first && second && (
            <RunsAroundChange draft={asked} change={change} gapMs={Date.parse(second) - Date.parse(first)} />
          )}
        </>
      )}
    </Panel>
  );
}

/** The message shown instead of a preview. */
function faultText(error: unknown): string {
  const fault = problemOf(error)?.errors?.[0];
  if (fault?.code === 'required') return form.previewNeeds;
  return fault ? capitalize(fault.message) : texts.problems.unknown;
}

type RunsAroundChangeProps = { draft: Draft; change: ClockChange; gapMs: number };

/** Two runs before a DST transition and some after it. */
function RunsAroundChange({ draft, change, gapMs }: RunsAroundChangeProps) {
  const firstRunAt = new Date(change.at.getTime() - 2 * gapMs).toISOString();
  const { data } = useQuery(
    read('schedules.preview', {
      schedule: { ...timingOf(draft), firstRunAt },
      policy: { ...policyOf(draft), endsAt: draft.endsAt },
      count: runsAroundChange,
    }),
  );
  if (!data || data.runs.length === 0) return null;
  return (
    <div className={classes.later}>
      <h3>{form.atClockChange}</h3>
      <Runs runs={data.runs} timezone={draft.timezone} change={change} />
    </div>
  );
}

type RunsProps = { runs: readonly string[]; timezone: string; change: ClockChange | null };

function Runs({ runs, timezone, change }: RunsProps) {
  const near = {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  const nearFormat = new Intl.DateTimeFormat(locale, { timeZone: timezone, ...near });
  const farFormat = new Intl.DateTimeFormat(locale, { timeZone: timezone, ...near, year: 'numeric' });
  const isFar = (run: string) => Date.parse(run) - Date.now() > farAfterMs;
  const next = change && runs.findIndex((run) => Date.parse(run) >= change.at.getTime());
  return (
    <ol className={classes.runs}>
      {runs.map((run, index) => (
        <li key={run}>
          {change && index === next && index > 0 && <ClockChangeNote change={change} timezone={timezone} />}
          <p>
            <time dateTime={run}>{(isFar(run) ? farFormat : nearFormat).format(new Date(run))}</time>
            {isFar(run) ? <span>{offsetName(run, timezone)}</span> : <Time at={run} />}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Describes how a DST transition affects runs: those in a skipped hour start at its end, and those in a repeated hour start once. */
function ClockChangeNote({ change: { at, isForward }, timezone }: { change: ClockChange; timezone: string }) {
  const day = new Intl.DateTimeFormat(locale, { timeZone: timezone, month: 'short', day: 'numeric' }).format(
    at,
  );
  const clock = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });
  const offsetAt = offsetsOf(timezone);
  const [from, to] = [-60_000, 0].map((ms) => clock.format(at.getTime() + offsetAt(at.getTime() + ms)));
  return (
    <p className={`${classes.shift} ${classes.change}`}>
      {(isForward ? form.clockForward : form.clockBack)(day, from!, to!)}
    </p>
  );
}

/** The UTC offset of a time zone at the time of a run, such as GMT+1. */
function offsetName(run: string, timeZone: string): string | undefined {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortOffset' }).formatToParts(
    Date.parse(run),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value;
}
