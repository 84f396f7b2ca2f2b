import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { api } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { Panel } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { locale, texts } from '../../texts/texts.ts';
import { type Draft, policyOf, timingOf } from './draft.ts';
import classes from './schedule-form.module.css';

const { form, noNext } = texts.schedules;
const previewedRuns = 8;
const askAfterMs = 350;

/** The next runs of the timing in the form, in the zone of the schedule. Says where the clocks change. */
export function NextRunsPreview({ draft }: { draft: Draft }) {
  const [asked] = useDebouncedValue(draft, askAfterMs);
  const { data, error } = api.useQuery('post', '/api/v1/schedules/preview', {
    body: { schedule: timingOf(asked), policy: policyOf(asked), count: previewedRuns },
  });
  return (
    <Panel title={form.nextRuns}>
      {error ? (
        <p className={classes.shift} role="status">
          {problemOf(error)?.errors?.[0]?.message ?? texts.problems.unknown}
        </p>
      ) : !data ? (
        <Skeleton height={160} />
      ) : data.runs.length === 0 ? (
        <p className={classes.words}>{noNext}</p>
      ) : (
        <Runs runs={data.runs} timezone={draft.timezone} />
      )}
    </Panel>
  );
}

function Runs({ runs, timezone }: { runs: readonly string[]; timezone: string }) {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: timezone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <ol className={classes.runs}>
      {runs.map((run, index) => {
        const before = runs[index - 1];
        const isShifted =
          before !== undefined && offsetAt(new Date(before), timezone) !== offsetAt(new Date(run), timezone);
        return (
          <li key={run} style={{ display: 'block' }}>
            {isShifted && <p className={classes.shift}>{form.clockChange}</p>}
            <span style={{ display: 'flex', justifyContent: 'space-between', gap: 12 }}>
              <time dateTime={run}>{format.format(new Date(run))}</time>
              <Time at={run} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The offset of a zone at a time, such as GMT+1. */
function offsetAt(time: Date, timeZone: string): string | undefined {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(time);
  return parts.find(({ type }) => type === 'timeZoneName')?.value;
}
