import type { Timing } from '@shotclock/contracts';
import { describe, expect, it } from 'vitest';
import { nextRun } from './next-run.ts';

// New York: gap 2026-03-08 02:00–03:00 (ends 07:00Z), fold 2026-11-01 01:00–02:00 (second pass from 06:00Z).
// Paris: gap 2026-03-29 02:00–03:00 (ends 01:00Z), fold 2026-10-25 02:00–03:00 (second pass from 01:00Z).
// Lord Howe, by half an hour: gap 2026-10-04 02:00–02:30 (ends 2026-10-03T15:30Z), fold 2026-04-05 01:30–02:00.
// São Paulo, at midnight until 2019: gap 2018-11-04 00:00–01:00 (ends 03:00Z), fold 2018-02-17 23:00–24:00.
// Samoa left out 30 December 2011: the gap ends at 2011-12-30T10:00Z.
const cronTable = `
in the gap, once at its end           | America/New_York    | 30 2 * * *      | 2026-03-07T12:00Z | 2026-03-08T07:00Z 2026-03-09T06:30Z
many in the gap, one run              | America/New_York    | */15 2 * * *    | 2026-03-08T06:59Z | 2026-03-08T07:00Z 2026-03-09T06:00Z
in the gap and at its end, one run    | America/New_York    | */30 * * * *    | 2026-03-08T06:00Z | 2026-03-08T06:30Z 2026-03-08T07:00Z 2026-03-08T07:30Z
every hour through the gap            | America/New_York    | @hourly         | 2026-03-08T05:30Z | 2026-03-08T06:00Z 2026-03-08T07:00Z 2026-03-08T08:00Z
half past every hour through the gap  | America/New_York    | 30 * * * *      | 2026-03-08T06:00Z | 2026-03-08T06:30Z 2026-03-08T07:00Z 2026-03-08T07:30Z
in the fold, the first time           | America/New_York    | 30 1 * * *      | 2026-10-31T12:00Z | 2026-11-01T05:30Z 2026-11-02T06:30Z
through the fold, the first pass      | America/New_York    | */30 * * * *    | 2026-11-01T04:30Z | 2026-11-01T05:00Z 2026-11-01T05:30Z 2026-11-01T07:00Z
from inside the second pass           | America/New_York    | */30 * * * *    | 2026-11-01T06:10Z | 2026-11-01T07:00Z
Paris in spring                       | Europe/Paris        | 30 2 * * *      | 2026-03-28T12:00Z | 2026-03-29T01:00Z 2026-03-30T00:30Z
Paris in autumn                       | Europe/Paris        | 30 2 * * *      | 2026-10-24T12:00Z | 2026-10-25T00:30Z 2026-10-26T01:30Z
Paris at three, in spring             | Europe/Paris        | 0 3 * * *       | 2026-03-28T12:00Z | 2026-03-29T01:00Z 2026-03-30T01:00Z
Lord Howe in spring                   | Australia/Lord_Howe | 15 2 * * *      | 2026-10-03T12:00Z | 2026-10-03T15:30Z 2026-10-04T15:15Z
Lord Howe every quarter, in spring    | Australia/Lord_Howe | */15 * * * *    | 2026-10-03T15:00Z | 2026-10-03T15:15Z 2026-10-03T15:30Z 2026-10-03T15:45Z
Lord Howe in autumn                   | Australia/Lord_Howe | 45 1 * * *      | 2026-04-04T12:00Z | 2026-04-04T14:45Z 2026-04-05T15:15Z
Lord Howe every quarter, in autumn    | Australia/Lord_Howe | */15 * * * *    | 2026-04-04T14:30Z | 2026-04-04T14:45Z 2026-04-04T15:30Z
São Paulo without a midnight          | America/Sao_Paulo   | @daily          | 2018-11-03T12:00Z | 2018-11-04T03:00Z 2018-11-05T02:00Z
São Paulo with two evenings           | America/Sao_Paulo   | 30 23 * * *     | 2018-02-17T12:00Z | 2018-02-18T01:30Z 2018-02-19T02:30Z
São Paulo at midnight after both      | America/Sao_Paulo   | @daily          | 2018-02-17T12:00Z | 2018-02-18T03:00Z 2018-02-19T03:00Z
São Paulo today, without changes      | America/Sao_Paulo   | @daily          | 2026-11-01T00:00Z | 2026-11-01T03:00Z 2026-11-02T03:00Z
a day that does not exist             | Pacific/Apia        | 0 9 * * *       | 2011-12-29T12:00Z | 2011-12-29T19:00Z 2011-12-30T10:00Z 2011-12-30T19:00Z
leap days only                        | UTC                 | 0 12 29 2 *     | 2026-01-01T00:00Z | 2028-02-29T12:00Z 2032-02-29T12:00Z
over a leap year that is left out     | UTC                 | 0 0 29 2 *      | 2096-03-01T00:00Z | 2104-02-29T00:00Z
the last day of the month             | UTC                 | 0 0 L * *       | 2027-01-31T00:00Z | 2027-02-28T00:00Z 2027-03-31T00:00Z
across the end of 32-bit time         | UTC                 | */10 * * * * *  | 2038-01-19T03:14:05Z | 2038-01-19T03:14:10Z 2038-01-19T03:14:20Z
New York in 2038                      | America/New_York    | 30 2 * * *      | 2038-03-13T12:00Z | 2038-03-14T07:00Z 2038-03-15T06:30Z
`;

const intervalTable = `
month ends clamp, from the first day  | UTC                 | 1 MONTHS from 2026-01-31T10:00Z         | 2026-01-01T00:00Z    | 2026-01-31T10:00Z 2026-02-28T10:00Z 2026-03-31T10:00Z 2026-04-30T10:00Z
a month end in a leap year            | UTC                 | 1 MONTHS from 2027-12-30T00:00Z         | 2028-01-30T00:00Z    | 2028-02-29T00:00Z 2028-03-30T00:00Z
years from a leap day                 | UTC                 | 12 MONTHS from 2028-02-29T00:00Z        | 2028-03-01T00:00Z    | 2029-02-28T00:00Z 2030-02-28T00:00Z 2031-02-28T00:00Z 2032-02-29T00:00Z
months are months of the zone         | America/New_York    | 1 MONTHS from 2026-02-01T04:30Z         | 2026-02-02T00:00Z    | 2026-03-01T04:30Z 2026-04-01T03:30Z
hours are absolute through a gap      | America/New_York    | 12 HOURS from 2026-03-07T12:00Z         | 2026-03-07T12:00Z    | 2026-03-08T00:00Z 2026-03-08T12:00Z
minutes are absolute through a fold   | America/New_York    | 30 MINUTES from 2026-11-01T05:00Z       | 2026-11-01T05:15Z    | 2026-11-01T05:30Z 2026-11-01T06:00Z 2026-11-01T06:30Z
days keep the wall time               | America/New_York    | 1 DAYS from 2026-03-07T14:00Z           | 2026-03-07T00:00Z    | 2026-03-07T14:00Z 2026-03-08T13:00Z 2026-03-09T13:00Z
a gap moves one day's run to its end  | America/New_York    | 1 DAYS from 2026-03-07T07:30:15.250Z    | 2026-03-07T08:00Z    | 2026-03-08T07:00Z 2026-03-09T06:30:15.250Z
a day in the fold, the first time     | America/New_York    | 1 DAYS from 2026-10-31T05:30Z           | 2026-10-31T06:00Z    | 2026-11-01T05:30Z 2026-11-02T06:30Z
a first run in the second pass stands | America/New_York    | 1 DAYS from 2026-11-01T06:30Z           | 2026-11-01T00:00Z    | 2026-11-01T06:30Z 2026-11-02T06:30Z
weeks keep the wall time              | Europe/Paris        | 2 WEEKS from 2026-03-16T08:00Z          | 2026-03-16T08:00Z    | 2026-03-30T07:00Z 2026-04-13T07:00Z
the gap of Lord Howe                  | Australia/Lord_Howe | 1 DAYS from 2026-10-02T15:40Z           | 2026-10-02T16:00Z    | 2026-10-03T15:30Z 2026-10-04T15:10Z
two days in one gap are one run       | Pacific/Apia        | 1 DAYS from 2011-12-29T10:00Z           | 2011-12-29T10:00Z    | 2011-12-30T10:00Z 2011-12-31T10:00Z
a grid of 48 years, past 32-bit time  | UTC                 | 1 MINUTES from 1990-01-01T00:00:30Z     | 2038-01-19T03:14:07Z | 2038-01-19T03:14:30Z 2038-01-19T03:15:30Z
a grid of a thousand years            | UTC                 | 7 MINUTES from 1970-01-01T00:00Z        | 2999-12-31T23:00Z    | 2999-12-31T23:02Z 2999-12-31T23:09Z
`;

/** Name, zone, rule, after, and the runs that follow. */
function rows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

function readRule(rule: string): Timing {
  const interval = /^(\d+) (\w+) from (.+)$/.exec(rule);
  const none = { firstRunAt: null, intervalValue: null, intervalUnit: null, cronExpression: null };
  if (interval === null) return { ...none, type: 'CRON', cronExpression: rule };
  const [, value, unit, firstRunAt] = interval;
  const intervalUnit = unit as Timing['intervalUnit'];
  return { ...none, type: 'INTERVAL', intervalValue: Number(value), intervalUnit, firstRunAt: firstRunAt! };
}

describe('the golden table of runs', () => {
  it.each([...rows(cronTable), ...rows(intervalTable)])('%s (%s)', (_, timezone, rule, after, runs) => {
    const expected = runs!.split(' ').map((run) => new Date(run));
    let previous = new Date(after!);
    for (const run of expected) {
      expect(nextRun(readRule(rule!), { timezone: timezone!, endsAt: null }, previous)).toEqual(run);
      previous = run;
    }
  });
});
